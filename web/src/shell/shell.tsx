import { IconMenu2 } from '@tabler/icons-react';
import { Link, Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDelayedChanges } from '../api/delayed-changes.ts';
import { useLive } from '../api/live.ts';
import { useIsPerson, useMe, useMembership, useOrganizations, useSession } from '../api/me.ts';
import '../browser/last-input.ts';
import { chooseLocale, isLocale, pseudoLocale, useLanguage } from '../i18n/language.ts';
import { lazyPart, OverPage } from '../ui/lazy-part.tsx';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { Bell } from './bell.tsx';
import { Guard } from './guard.tsx';
import { NavLink, NavList, SubPages } from './nav-list.tsx';
import type { Destination } from './navigation.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { OrganizationChoice, Preferences } from './preferences.tsx';
import { SearchButton } from './search-button.tsx';
import classes from './shell.module.css';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useDelayedOutcomes } from './use-delayed-outcomes.ts';

const MenuDrawer = lazyPart(() => import('./menu-drawer.tsx'), OverPage);
const LogInAgain = lazyPart(() => import('./log-in-again.tsx'), OverPage);
const UndoToasts = lazyPart(() => import('./undo-toasts.tsx'), OverPage);
/** Loaded beside the page; a connection that breaks in the meantime must not take the page with it. */
const News = lazy(() => import('./news.tsx').catch(() => ({ default: () => <></> })));

/** The frame around every screen. */
export function Shell() {
  const t = useTranslations('common');
  const session = useSession();
  const needs = useMatches({ select: (matches) => matches.at(-1)?.staticData.needs });
  const { current, isLoading } = useOrganizations();
  useLive(current?.id, !isLoading);
  useProfileLanguage();
  const hasDelayed = useDelayedChanges().length > 0;
  useDelayedOutcomes();
  return (
    <div className={classes['frame']}>
      <a href="#content" className={classes['skip']}>
        {t('skip')}
      </a>
      <PageOnItsWay />
      <header className={classes['topbar']}>
        <Brand />
        <OrganizationChoice />
        <SearchButton isIcon />
        <Bell />
      </header>
      <nav className={classes['side']} aria-label={t('nav.main')}>
        <div className={classes['head']}>
          <Brand />
          <Bell />
        </div>
        <OrganizationChoice />
        <SearchButton />
        <div className={classes['grow']}>
          <NavList />
        </div>
        <Preferences />
      </nav>
      <main id="content" tabIndex={-1} className={classes['main']}>
        <SubPages />
        <Guard needs={needs}>
          <Outlet />
        </Guard>
        <OfflineBanner />
      </main>
      <Tabs />
      <UnsavedGuard />
      <div role="status">
        {hasDelayed && (
          <Suspense>
            <UndoToasts />
          </Suspense>
        )}
      </div>
      <Suspense>
        <News />
        {session === 'expired' && <LogInAgain />}
      </Suspense>
    </div>
  );
}

function PageOnItsWay() {
  return useRouterState({ select: ({ isLoading }) => isLoading }) && <LoadingBar />;
}

function Brand() {
  const t = useTranslations('common');
  return (
    <Link to="/" className={classes['brand']}>
      <img src="/icon.svg" alt="" width={36} height={36} />
      <span>{t('app')}</span>
    </Link>
  );
}

/** The few links that a thumb should reach on a phone. */
function Tabs() {
  const t = useTranslations('common.nav');
  const isPerson = useIsPerson();
  const { may } = useMembership();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const tabs: Destination[] = [
    { to: '/', label: 'board', icon: 'board' },
    isPerson
      ? { to: '/me', label: 'meShort', spoken: 'me', icon: 'mine' }
      : { to: '/calendar', label: 'calendar', icon: 'calendar' },
    ...(may('coordinator') ? [{ to: '/manage', label: 'today', icon: 'today' } as const] : []),
    ...(may('check_in') ? [{ to: '/desk', label: 'deskShort', icon: 'desk' } as const] : []),
  ];
  return (
    <nav className={classes['tabs']} aria-label={t('tabs')}>
      {tabs.map((item) => (
        <NavLink key={item.to} item={item} className={classes['tab'] ?? ''} />
      ))}
      <button
        type="button"
        className={classes['tab']}
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={() => setMenuOpen(true)}
      >
        <IconMenu2 size={20} stroke={1.7} aria-hidden />
        <span>{t('menu')}</span>
      </button>
      {isMenuOpen && (
        <Suspense fallback={<LoadingBar />}>
          <MenuDrawer close={() => setMenuOpen(false)} />
        </Suspense>
      )}
    </nav>
  );
}

/** A person's profile says their language, also on a device that speaks another. */
function useProfileLanguage(): void {
  const language = useMe()?.language;
  const isPseudo = useLanguage().locale === pseudoLocale;
  useEffect(() => {
    // Offline, or on a page from before an update, its texts may not be there: the page stays as it is.
    if (!isPseudo && isLocale(language)) chooseLocale(language).catch(() => {});
  }, [language, isPseudo]);
}
