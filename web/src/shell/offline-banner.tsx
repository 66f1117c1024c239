import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { useLiveState } from '../api/live.ts';
import type { LiveState } from '../api/live-hub.ts';
import { useIsReachable } from '../api/reach.ts';
import { session } from '../api/session.ts';
import { update } from '../api/update.ts';
import { deviceZone } from '../time/calendar.ts';
import { useTimes } from '../time/hooks.ts';
import { failedRefreshes } from './failed-refreshes.ts';
import classes from './shell.module.css';

function subscribe(watcher: () => void): () => void {
  window.addEventListener('online', watcher);
  window.addEventListener('offline', watcher);
  return () => {
    window.removeEventListener('online', watcher);
    window.removeEventListener('offline', watcher);
  };
}

function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

const notLive: Partial<Record<LiveState, 'away' | 'notLive'>> = { away: 'away', down: 'notLive' };

/** What the reader must know about the page as a whole: how old it may be, and what it still has to do. */
export function OfflineBanner() {
  const t = useTranslations('common.state');
  const isOnline = useIsOnline();
  const live = useLiveState();
  const isLoggingOut = useSyncExternalStore(session.subscribe, session.isLoggingOut);
  const isUpdateReady = useSyncExternalStore(update.subscribe, update.isReady);
  const isReachable = useIsReachable();
  // Without a stream, such as while the page starts, the answers to other requests tell.
  const isAway = live === 'connecting' && !isReachable;
  const connection = isOnline ? (isAway ? 'away' : notLive[live]) : 'offline';
  const pageSaysOffline = useMatches({ select: (matches) => matches.at(-1)?.staticData.saysOffline });
  return (
    <div role="status" className={classes['banner']}>
      {isLoggingOut && <p className={classes['offline']}>{t('loggingOut')}</p>}
      {connection === undefined && <StaleNotice />}
      {connection !== undefined && (isReachable || !pageSaysOffline) && (
        <p className={classes['offline']}>{t(connection)}</p>
      )}
      {isUpdateReady && (
        <p className={classes['offline']}>
          {t('reload')}{' '}
          <Button size="compact-md" variant="default" onClick={update.apply}>
            {t('reloadNow')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Says when something on the screen could not be read again, and from when it is. */
function StaleNotice() {
  const t = useTranslations('common.state');
  const times = useTimes();
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((watcher: () => void) => cache.subscribe(watcher), [cache]);
  const sinceMs = useSyncExternalStore(subscribe, () => failedRefreshes(cache.getAll()).sinceMs);
  if (sinceMs === undefined) return null;
  const retry = () => {
    for (const query of failedRefreshes(cache.getAll()).queries) void query.fetch().catch(() => {});
  };
  return (
    <p className={classes['offline']}>
      {t('stale', { time: times.format('time', sinceMs, deviceZone) })}{' '}
      <Button size="compact-md" variant="default" onClick={retry}>
        {t('refresh')}
      </Button>
    </p>
  );
}
