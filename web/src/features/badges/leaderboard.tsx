import { Stack, Switch, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { useTimes } from '../../time/hooks.ts';
import card from '../../ui/card.module.css';
import { TextLink } from '../../ui/links.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Loaded } from '../../ui/states.tsx';
import classes from './badges.module.css';

const shown = 10;

/** The ten with the most hours this year, among those who have agreed to be shown. */
export function Leaderboard({ organizationId }: { readonly organizationId: number }) {
  const t = useTranslations('badges.leaderboard');
  const times = useTimes();
  const board = useQuery(
    apiQuery('/api/v1/organizations/{id}/leaderboard', {
      path: { id: organizationId },
      query: { by: 'hours', period: 'year', limit: shown },
    }),
  );
  return (
    <section className={classes['leaders']} aria-labelledby="leaders">
      <h2 id="leaders" className={card['title']}>
        {t('title')}
      </h2>
      <Loaded query={board}>
        {({ items, me }) => (
          <>
            {items.length === 0 ? (
              <Text>{t('empty')}</Text>
            ) : (
              <ol className={classes['places']}>
                {items.map(({ rank, user_id: id, name, minutes }) => (
                  <li key={id} className={classes['place']} value={rank}>
                    <span>{name}</span> <strong>{times.hours(minutes)}</strong>
                  </li>
                ))}
              </ol>
            )}
            <Text c="dimmed">
              {me === null ? t('notShown') : t('mine', { rank: me.rank })}{' '}
              <TextLink to="/me/settings">{t('choose')}</TextLink>
            </Text>
          </>
        )}
      </Loaded>
    </section>
  );
}

type Consents = Schemas['LeaderboardConsents'];
const consentQuery = apiQuery('/api/v1/me/leaderboard');

/** No one is shown who has not said so. */
export function LeaderboardConsent() {
  const t = useTranslations('badges.consent');
  const consents = useQuery(consentQuery);
  const change = useApiMutation('put', '/api/v1/me/leaderboard', {
    optimistic: (draft, { body }) =>
      draft.update<Consents>(consentQuery.queryKey, ({ items }) => ({
        items: items.map((item) =>
          item.organization_id === body.organization_id ? { ...item, show: body.show } : item,
        ),
      })),
    invalidates: [consentQuery.queryKey],
  });
  return (
    <section className={card['section']} aria-labelledby="leaderboard">
      <h2 id="leaderboard" className={card['heading']}>
        {t('title')}
      </h2>
      <Text c="dimmed">{t('text')}</Text>
      <Problem error={change.error} />
      <Loaded query={consents}>
        {({ items }) => (
          <Stack gap={0}>
            {items.length === 0 && <Text>{t('none')}</Text>}
            {items.map(({ organization_id: id, organization_name: organization, show }) => (
              <Switch
                key={id}
                className={card['option'] ?? ''}
                label={t('show', { organization })}
                checked={show}
                onChange={({ currentTarget: { checked } }) =>
                  change.mutate({ body: { organization_id: id, show: checked } })
                }
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </section>
  );
}
