import { Anchor, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Page } from '../../../components/page.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../../components/states.tsx';
import { useTimes } from '../../../i18n/times.ts';
import { PersonBadges } from '../people/person-badges.tsx';
import { PersonHours } from '../people/person-hours.tsx';
import { PersonJourneys } from '../people/person-journeys.tsx';
import { PersonShifts } from '../people/person-shifts.tsx';
import { useMember } from '../people/use-member.ts';
import { useOrganizationZone } from '../plan/use-plan.ts';

const route = getRouteApi('/manage/people/$id');

/** A member as a coordinator sees them. */
export function PersonPage() {
  const t = useTranslations('people.person');
  const words = useTranslations('common.roles');
  const times = useTimes();
  const zone = useOrganizationZone();
  const userId = Number(route.useParams().id);
  const { member, isLooking, error } = useMember(userId);
  if (member === undefined)
    return (
      <Page title={t('title')}>
        {isLooking ? (
          <ListSkeleton />
        ) : error === null ? (
          <EmptyState title={t('unknown')} text={t('unknownText')} />
        ) : (
          <ErrorState error={error} />
        )}
      </Page>
    );
  const since = times.format('dayAndYear', member.joined_at, zone);
  return (
    <Page
      title={member.name}
      lead={
        <>
          {t('about', { role: words(member.role), since })}
          {member.email !== null && (
            <>
              {' · '}
              <Anchor underline="always" href={`mailto:${member.email}`}>
                {member.email}
              </Anchor>
            </>
          )}
        </>
      }
    >
      <Stack gap="xl">
        <PersonShifts userId={userId} />
        <PersonHours userId={userId} />
        <PersonBadges userId={userId} />
        <PersonJourneys userId={userId} />
      </Stack>
    </Page>
  );
}
