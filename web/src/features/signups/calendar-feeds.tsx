import { Button, Group, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useMembership } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { deviceZone } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import classes from '../../ui/card.module.css';
import { CopyField } from '../../ui/copy.tsx';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Loaded, TextSkeleton } from '../../ui/states.tsx';
import { subscriptionOf } from './shift-page/calendar-entry.ts';

const feedsQuery = apiQuery('/api/v1/me/calendar-feeds');

/** Secret links for calendar programs. The address is shown once, right after it was made. */
export function CalendarFeeds() {
  const t = useTranslations('signups.feed');
  const { organization } = useMembership();
  const feeds = useQuery(feedsQuery);
  const create = useApiMutation('post', '/api/v1/me/calendar-feeds', { invalidates: [feedsQuery.queryKey] });
  return (
    <section className={`${classes['card']} waits-for-above`} aria-labelledby="feeds">
      <h2 id="feeds" className={classes['heading']}>
        {t('title')}
      </h2>
      <Text>{t('text')}</Text>
      {create.data !== undefined && (
        <>
          <CopyField label={t('link')} description={t('once')} text={create.data.url} />
          <div>
            <Button component="a" href={subscriptionOf(create.data.url)}>
              {t('open')}
            </Button>
          </div>
          <Text size="sm" c="dimmed">
            {t('how')}
          </Text>
        </>
      )}
      <Problem error={create.error} />
      <Group gap="xs">
        <Button variant="default" loading={create.isPending} onClick={() => create.mutate({ body: {} })}>
          {t('create')}
        </Button>
        {organization !== undefined && (
          <Button
            variant="subtle"
            disabled={create.isPending}
            onClick={() => create.mutate({ body: { organization_id: organization.id } })}
          >
            {t('createAll', { organization: organization.name })}
          </Button>
        )}
      </Group>
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
