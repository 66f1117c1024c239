import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useIsPerson, useMembership } from '../api/me.ts';
import { NavIcon } from './nav-icon.tsx';
import { type Destination, type Needs, type Section, sections } from './navigation.ts';
import classes from './shell.module.css';

/** Screens that only look at the same things more closely keep their entry marked; these two are starts of others. */
const exact = new Set(['/', '/me', '/manage']);

export function useMayVisit(): (needs: Needs | undefined) => boolean {
  const isPerson = useIsPerson();
  const { may } = useMembership();
  return (needs) => needs === undefined || (needs === 'person' ? isPerson : may(needs));
}

export function NavList() {
  const mayVisit = useMayVisit();
  const shown = sections
    .map((section) => ({ ...section, items: section.items.filter(({ needs }) => mayVisit(needs)) }))
    .filter(({ items }) => items.length > 0);
  return shown.map((section) => <NavSection key={section.label} section={section} />);
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

export function NavLink({ item, className }: { readonly item: Destination; readonly className: string }) {
  const t = useTranslations('common.nav');
  return (
    <Link
      to={item.to}
      className={className}
      activeOptions={{ exact: exact.has(item.to), includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
    >
      <NavIcon name={item.icon} />
      <span>{t(item.label)}</span>
    </Link>
  );
}
