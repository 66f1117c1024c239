import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useMembership, useOrganizationZone } from '../../../api/me.ts';
import { hasCode } from '../../../api/problem.ts';
import { useMember } from '../../../api/use-member.ts';
import { useTimes } from '../../../time/hooks.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states.tsx';
import { PersonBadges } from '../../badges/index.ts';
import { PersonAnswers } from '../../forms/index.ts';
import { PersonHours } from '../../hours/index.ts';
import { PersonJourneys } from '../../journeys/index.ts';
import { PersonMessages } from '../../notifications/index.ts';
import { MemberAccess } from '../../organizations/index.ts';
import { PersonAvailability, PersonShifts } from '../../signups/index.ts';
import { PersonContact } from '../person-contact.tsx';
import { PersonNotes } from '../person-notes.tsx';
import { PersonTags } from '../person-tags.tsx';

const route = getRouteApi('/manage/people/$id');

/** A member as a coordinator sees them. */
export function PersonPage() {
  const t = useTranslations('people.person');
  const words = useTranslations('common.roles');
  const times = useTimes();
  const zone = useOrganizationZone();
  const { may } = useMembership();
  const userId = Number(route.useParams().id);
  const query = useMember(userId);
  const { data: member, error } = query;
  // They may have left since the page was read.
  const isGone = hasCode(error, 'not_found');
  if (member === undefined || isGone)
    return (
      <Page title={t('title')}>
        {error === null ? (
          <ListSkeleton />
        ) : isGone ? (
          <EmptyState
            title={t('unknown')}
            text={t('unknownText')}
            action={<ButtonLink to="/manage/people">{t('toPeople')}</ButtonLink>}
          />
        ) : (
          <ErrorState error={error} retry={() => void query.refetch()} />
        )}
      </Page>
    );
  const since = times.format('dayAndYear', member.joined_at, zone);
  return (
    <Page title={member.name} lead={t('about', { role: words(member.role), since })}>
      <PersonTags member={member} />
      <Stack gap="xl">
        <PersonContact member={member} />
        {member.notes !== null && <PersonNotes userId={userId} />}
        {member.registrations !== null && (
          <PersonShifts
            userId={userId}
            name={member.name}
            upcoming={member.registrations}
            readAt={query.dataUpdatedAt}
          />
        )}
        {member.availability !== null && <PersonAvailability availability={member.availability} />}
        {member.hours !== null && <PersonHours userId={userId} hours={member.hours} />}
        <PersonMessages userId={userId} name={member.name} />
        <PersonAnswers member={member} />
        {member.badges !== null && <PersonBadges userId={userId} awards={member.badges} />}
        {member.journeys !== null && <PersonJourneys userId={userId} enrollments={member.journeys} />}
        {may('admin') && <MemberAccess member={member} />}
      </Stack>
    </Page>
  );
}
