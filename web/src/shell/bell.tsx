import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useIsPerson } from '../api/me.ts';
import { useWaiting } from '../api/waiting.ts';
import classes from './shell.module.css';

/** How many notifications are new, on every page. */
export function Bell() {
  const t = useTranslations('common');
  const isPerson = useIsPerson();
  const count = useWaiting().notifications;
  if (!isPerson) return null;
  return (
    <Link to="/notifications" className={classes['icon']} aria-label={t('bell', { count })}>
      <IconBell size={22} stroke={1.7} aria-hidden />
      {count > 0 && <span className={classes['bellCount']}>{count > 99 ? '99+' : count}</span>}
    </Link>
  );
}
