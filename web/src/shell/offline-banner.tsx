import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import classes from './shell.module.css';

function subscribe(watcher: () => void): () => void {
  window.addEventListener('online', watcher);
  window.addEventListener('offline', watcher);
  return () => {
    window.removeEventListener('online', watcher);
    window.removeEventListener('offline', watcher);
  };
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

export function OfflineBanner() {
  const t = useTranslations('common.state');
  const isOnline = useIsOnline();
  return <div role="status">{!isOnline && <p className={classes['offline']}>{t('offline')}</p>}</div>;
}
