import type { Schemas } from '@muster/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useIsPerson, useMembership, useOrganizations } from '../../../api/me.ts';
import { apiPages, apiQuery } from '../../../api/query.ts';
import card from '../../../ui/card.module.css';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { JourneyProgress } from '../steps.tsx';

export function JourneysPage() {
  const t = useTranslations('journeys');
  const { organization } = useMembership();
  const journeys = useInfiniteQuery({
    ...apiPages('/api/v1/journeys', {
      query: { status: 'published', ...(organization !== undefined && { organization_id: organization.id }) },
    }),
    // Those of all organizations first would be another list.
    enabled: !useOrganizations().isLoading,
  });
  const mine = useQuery({
    ...apiQuery('/api/v1/me/journeys', { query: { status: 'active', limit: 200 } }),
    enabled: useIsPerson(),
  });
  return (
    <Page title={t('title.list')} lead={t('public.lead')}>
      <CursorList
        query={journeys}
        empty={<EmptyState title={t('public.empty')} text={t('public.emptyText')} />}
      >
        {(items) => (
          <ul className={card['list']}>
            {items.map((journey) => (
              <JourneyCard
                key={journey.id}
                journey={journey}
                enrollment={mine.data?.items.find(({ journey_id }) => journey_id === journey.id)}
              />
            ))}
          </ul>
        )}
      </CursorList>
    </Page>
  );
}

interface JourneyCardProps {
  readonly journey: Schemas['Journey'];
  readonly enrollment: Schemas['Enrollment'] | undefined;
}

function JourneyCard({ journey, enrollment }: JourneyCardProps) {
  const t = useTranslations('journeys.public');
  return (
    <li className={card['card']}>
      <h2 className={card['title']}>
        <TextLink to="/journeys/$id" params={{ id: String(journey.id) }} inherit>
          {journey.name}
        </TextLink>
      </h2>
      <p className={card['prose']}>{journey.description}</p>
      {enrollment === undefined ? (
        <span className={card['dim']}>{t('steps', { count: journey.steps.length })}</span>
      ) : (
        <JourneyProgress enrollment={enrollment} />
      )}
    </li>
  );
}
