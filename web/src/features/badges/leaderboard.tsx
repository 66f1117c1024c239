import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { apiQuery } from '../../api/query.ts';
import { useTimes } from '../../time/hooks.ts';
import { TextLink } from '../../ui/links.tsx';
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
      <h2 id="leaders" className={classes['title']}>
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
