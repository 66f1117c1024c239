import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../../api/live.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { deviceZone } from '../../../time/calendar.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import classes from '../notifications.module.css';

/** Everything that someone was notified of. What is shown here counts as read. */
export function NotificationsPage() {
  const t = useTranslations('notifications');
  const notices = useInfiniteQuery({
    ...apiPages('/api/v1/me/notifications', { query: { limit: 30 } }),
    ...useFreshness(),
  });
  const newest = notices.data?.[0];
  const read = useApiMutation('post', '/api/v1/me/notifications/read', {
    invalidates: [['/api/v1/me/waiting']],
  });
  const { mutate } = read;
  const until = newest?.read === false ? newest.id : undefined;
  useEffect(() => {
    if (until !== undefined) mutate({ body: { until } });
  }, [until, mutate]);
  return (
    <Page
      title={t('title')}
      width="narrow"
      actions={
        <ButtonLink to="/me/settings" variant="default">
          {t('settings')}
        </ButtonLink>
      }
    >
      <CursorList query={notices} empty={<EmptyState title={t('empty')} text={t('emptyText')} />}>
        {(items) => (
          <ul style={{ listStyle: 'none', padding: 0 }}>
            {items.map((item) => (
              <li key={item.id}>
                <Notice item={item} />
              </li>
            ))}
          </ul>
        )}
      </CursorList>
    </Page>
  );
}

function Notice({ item }: { readonly item: Schemas['Notification'] }) {
  const t = useTranslations('notifications');
  return (
    <Link to={item.href} className={classes['item']} data-new={!item.read}>
      <strong>{item.title}</strong>
      {!item.read && ` (${t('new')})`}
      {item.text !== null && <span className={classes['text']}>{`\n${item.text}`}</span>}
      <br />
      <Moment at={item.created_at} by={deviceZone} /> · {item.organization_name}
    </Link>
  );
}
