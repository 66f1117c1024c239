import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { deviceZone } from '../time/calendar.ts';
import { useTimes } from '../time/hooks.ts';
import { failedRefreshes } from './failed-refreshes.ts';
import classes from './shell.module.css';

/** Says when something on the screen could not be read again, and from when it is. */
export function StaleNotice() {
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
