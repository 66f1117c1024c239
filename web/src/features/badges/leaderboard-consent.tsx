import { Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import classes from '../../ui/card.module.css';
import { Problem } from '../../ui/problem.tsx';
import { Loaded } from '../../ui/states.tsx';

type Consents = Schemas['LeaderboardConsents'];
const consentQuery = apiQuery('/api/v1/me/leaderboard');

/** Nobody is shown who has not said so. */
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
    <section className={classes['section']} aria-labelledby="leaderboard">
      <h2 id="leaderboard" className={classes['heading']}>
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
                className={classes['option'] ?? ''}
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
