import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../api/live.ts';
import { useIsPerson } from '../api/me.ts';
import { apiQuery } from '../api/query.ts';
import classes from './shell.module.css';

/** How many notifications are new, on every page. */
export function Bell() {
  const t = useTranslations('common');
  const isPerson = useIsPerson();
  const unread = useQuery({
    ...apiQuery('/api/v1/me/notifications/unread'),
    enabled: isPerson,
    ...useFreshness(),
  }).data?.unread;
  if (!isPerson) return null;
  const count = unread ?? 0;
  return (
    <Link to="/notifications" className={classes['icon']} aria-label={t('bell', { count })}>
      <IconBell size={22} stroke={1.7} aria-hidden />
      {count > 0 && <span className={classes['bellCount']}>{count > 99 ? '99+' : count}</span>}
    </Link>
  );
}
