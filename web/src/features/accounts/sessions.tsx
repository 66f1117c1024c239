import { Badge, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { deviceZone } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import classes from '../../ui/card.module.css';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';
import { Loaded } from '../../ui/states.tsx';
import { deviceOf } from './device.ts';

type Session = Schemas['Session'];
const sessionsQuery = apiQuery('/api/v1/me/sessions');

export function Sessions() {
  const t = useTranslations('accounts.settings');
  const sessions = useQuery(sessionsQuery);
  const end = useApiMutation('delete', '/api/v1/me/sessions/{id}', {
    optimistic: (draft, { path }) =>
      draft.update<Schemas['SessionList']>(sessionsQuery.queryKey, ({ items }) => ({
        items: items.filter(({ id }) => id !== path.id),
      })),
    invalidates: [sessionsQuery.queryKey],
    onSuccess: () => notify.success(t('ended')),
  });
  const endOthers = useApiMutation('delete', '/api/v1/me/sessions', {
    optimistic: (draft) =>
      draft.update<Schemas['SessionList']>(sessionsQuery.queryKey, ({ items }) => ({
        items: items.filter(({ current }) => current),
      })),
    invalidates: [sessionsQuery.queryKey],
    onSuccess: ({ ended }) => notify.success(t('othersEnded', { count: ended })),
  });
  return (
    <section className={classes['section']} aria-labelledby="sessions">
      <h2 id="sessions" className={classes['heading']}>
        {t('sessions')}
      </h2>
      <Problem error={end.error ?? endOthers.error} />
      <Loaded query={sessions}>
        {({ items }) => {
          const others = items.filter(({ current }) => !current);
          return (
            <>
              <ul className={classes['list']}>
                {items.map((session) => (
                  <OneSession
                    key={session.id}
                    session={session}
                    end={() => end.mutate({ path: { id: session.id } })}
                  />
                ))}
              </ul>
              {others.length > 1 && (
                <div>
                  <Button
                    variant="default"
                    loading={endOthers.isPending}
                    onClick={() => endOthers.mutate({})}
                  >
                    {t('endOthers')}
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function OneSession({ session, end }: { readonly session: Session; readonly end: () => void }) {
  const t = useTranslations('accounts.settings');
  const times = useTimes();
  const device = deviceOf(session.user_agent) ?? t('unknownDevice');
  return (
    <li className={classes['card']}>
      <div className={classes['row']}>
        <div className={classes['words']}>
          <Text fw={600}>{device}</Text>
          <Text c="dimmed" size="sm">
            {t('lastUsed', { date: times.format('moment', session.last_used_at, deviceZone) })}
            {session.address !== null && ` · ${session.address}`}
          </Text>
        </div>
        {session.current ? (
          <Badge color="pine" variant="light" tt="none" size="lg">
            {t('current')}
          </Badge>
        ) : (
          <Button variant="default" aria-label={t('endOf', { device })} onClick={end}>
            {t('end')}
          </Button>
        )}
      </div>
    </li>
  );
}
