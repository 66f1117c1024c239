import { Alert, Group, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useIsPerson } from '../../../api/me.ts';
import { apiQuery } from '../../../api/query.ts';
import { deviceZone } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import card from '../../../ui/card.module.css';
import { ComeBack } from '../../../ui/come-back.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { BadgePicture } from '../badge-picture.tsx';
import classes from '../badges.module.css';
import { useCriteriaText } from '../criteria-text.ts';

const route = getRouteApi('/badges/$id');

export function BadgePage() {
  const t = useTranslations('badges');
  const { next } = route.useSearch();
  const id = Number(route.useParams().id);
  const badge = useQuery(apiQuery('/api/v1/badges/{id}', { path: { id } }));
  return (
    <Page
      title={badge.data?.name ?? t('title.badge')}
      lead={badge.data?.description || undefined}
      actions={<ComeBack next={next} label={t('public.back')} />}
    >
      <Loaded query={badge}>{(data) => <BadgeAbout badge={data} />}</Loaded>
    </Page>
  );
}

function BadgeAbout({ badge }: { readonly badge: Schemas['Badge'] }) {
  const t = useTranslations('badges.public');
  const criteriaText = useCriteriaText('badges.public.by');
  const times = useTimes();
  const isPerson = useIsPerson();
  const mine = useQuery({
    ...apiQuery('/api/v1/me/badges', { query: { status: 'active', limit: 200 } }),
    enabled: isPerson,
  });
  const award = mine.data?.items.find(({ badge_id }) => badge_id === badge.id);
  const { criteria, expires_after_days: days } = badge;
  return (
    <div className={classes['about']}>
      <BadgePicture badge={badge} isLarge />
      {award !== undefined && (
        <Alert color="pine" icon={<IconCircleCheck aria-hidden />} title={t('held')}>
          {t('since', { date: times.format('dayAndYear', award.awarded_at, deviceZone) })}
        </Alert>
      )}
      <section aria-labelledby="how">
        <h2 id="how" className={card['heading']}>
          {t('how')}
        </h2>
        {criteria.narrative !== undefined && criteria.narrative !== '' && <Text>{criteria.narrative}</Text>}
        <Text>{criteriaText(criteria)}</Text>
        {days !== null && <Text>{t('renew', { days })}</Text>}
        <Text c="dimmed">{t('holders', { count: badge.award_count })}</Text>
      </section>
      <Group>
        {criteria.journey_id !== undefined && (
          <ButtonLink to="/journeys/$id" params={{ id: String(criteria.journey_id) }}>
            {t('journey')}
          </ButtonLink>
        )}
        {criteria.type !== 'manual' && criteria.type !== 'journey' && award === undefined && (
          <ButtonLink to="/">{t('find')}</ButtonLink>
        )}
        {isPerson && (
          <ButtonLink to="/me/badges" variant="default">
            {t('mine')}
          </ButtonLink>
        )}
      </Group>
    </div>
  );
}
