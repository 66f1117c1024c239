import { Link, useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useIsPerson, useMembership, useSession } from '../api/me.ts';
import { NavIcon } from './nav-icon.tsx';
import {
  type Destination,
  type Needs,
  pagesOf,
  placeOf,
  type Section,
  visibleSections,
} from './navigation.ts';
import classes from './shell.module.css';

export function useMayVisit(): (needs: Needs | undefined) => boolean {
  const isPerson = useIsPerson();
  // Only someone who was logged in has to wait: links that came later would move the page.
  const isStarting = useSession() === 'starting';
  const { may } = useMembership();
  return (needs) => needs === undefined || (needs === 'person' ? isPerson || isStarting : may(needs));
}

export function NavList() {
  const mayVisit = useMayVisit();
  return visibleSections(mayVisit).map((section) => <NavSection key={section.label} section={section} />);
}

function NavSection({ section }: { readonly section: Section }) {
  const t = useTranslations('common.nav');
  const id = `nav-${section.label}`;
  return (
    <div className={classes['section']}>
      <h2 id={id} className={classes['sectionTitle']}>
        {t(section.label)}
      </h2>
      <ul aria-labelledby={id} className={classes['items']}>
        {section.items.map((item) => (
          <li key={item.to}>
            <NavLink item={item} className={classes['item'] ?? ''} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function usePlace() {
  return placeOf(useLocation({ select: ({ pathname }) => pathname }));
}

export function NavLink({ item, className }: { readonly item: Destination; readonly className: string }) {
  const t = useTranslations('common.nav');
  const place = usePlace();
  // On another page of the entry the reader is inside it, but not on the page that the link leads to.
  const current = place?.item.to !== item.to ? undefined : place.page.to === item.to ? 'page' : 'true';
  return (
    <Link
      to={item.to}
      className={className}
      activeOptions={{ exact: true, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      {...(current !== undefined && { 'aria-current': current })}
      {...(item.spoken !== undefined && { 'aria-label': t(item.spoken) })}
    >
      <NavIcon name={item.icon} />
      <span>{t(item.label)}</span>
    </Link>
  );
}

/** The pages of the entry that the reader is in, above the page. */
export function SubPages() {
  const t = useTranslations('common.nav');
  const common = useTranslations('common');
  const mayVisit = useMayVisit();
  const place = usePlace();
  if (place === undefined) return null;
  const pages = pagesOf(place.item).filter(({ needs }) => mayVisit(needs));
  if (pages.length < 2) return null;
  return (
    <nav aria-label={common('pagesOf', { section: t(place.item.label) })} className={classes['pages']}>
      <ul>
        {pages.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              {...(place.page.to === to && { 'aria-current': 'page' as const })}
            >
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
