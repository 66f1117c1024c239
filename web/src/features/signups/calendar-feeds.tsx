import { Button, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { deviceZone } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import classes from '../../ui/card.module.css';
import { CopyField } from '../../ui/copy.tsx';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Loaded, TextSkeleton } from '../../ui/states.tsx';

const feedsQuery = apiQuery('/api/v1/me/calendar-feeds');

/** Secret links for calendar programs. The address is shown once, right after it was made. */
export function CalendarFeeds() {
  const t = useTranslations('signups.feed');
  const feeds = useQuery(feedsQuery);
  const create = useApiMutation('post', '/api/v1/me/calendar-feeds', { invalidates: [feedsQuery.queryKey] });
  return (
    <section className={`${classes['card']} waits-for-above`} aria-labelledby="feeds">
      <h2 id="feeds" className={classes['heading']}>
        {t('title')}
      </h2>
      <Text>{t('text')}</Text>
      {create.data !== undefined && (
        <CopyField label={t('link')} description={t('once')} text={create.data.url} />
      )}
      <Problem error={create.error} />
      <div>
        <Button variant="default" loading={create.isPending} onClick={() => create.mutate({ body: {} })}>
          {t('create')}
        </Button>
      </div>
      <Loaded query={feeds} skeleton={<TextSkeleton lines={1} />}>
        {({ items }) => (
          <ul className={classes['list']}>
            {items.map((feed) => (
              <Feed
                key={feed.id}
                feed={feed}
                onRevoked={() => create.data?.id === feed.id && create.reset()}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

interface FeedProps {
  readonly feed: Schemas['CalendarFeed'];
  readonly onRevoked: () => void;
}

function Feed({ feed, onRevoked }: FeedProps) {
  const t = useTranslations('signups.feed');
  const times = useTimes();
  const revoke = useApiMutation('delete', '/api/v1/me/calendar-feeds/{id}', {
    onSuccess: onRevoked,
    invalidates: [feedsQuery.queryKey],
  });
  const date = times.format('dayAndYear', feed.created_at, deviceZone);
  return (
    <li className={classes['row']}>
      <span>{t(feed.organization_id === null ? 'made' : 'madeAll', { date })}</span>
      <ConfirmAction
        title={t('revokeTitle')}
        text={t('revokeText')}
        confirmLabel={t('revoke')}
        isDangerous
        onConfirm={() => revoke.mutateAsync({ path: { id: feed.id } })}
      >
        {(ask) => (
          <Button variant="subtle" c="var(--mantine-color-error)" onClick={ask}>
            {t('revoke')}
          </Button>
        )}
      </ConfirmAction>
    </li>
  );
}
