import type { Schemas } from '@muster/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { apiPages } from '../../../api/query.ts';
import { deviceZone } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import classes from '../../../ui/card.module.css';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { ButtonLink, TextLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { JourneyProgress, NextStep } from '../steps.tsx';

type Enrollment = Schemas['Enrollment'];

export function MyJourneysPage() {
  const t = useTranslations('journeys');
  const journeys = useInfiniteQuery(apiPages('/api/v1/me/journeys'));
  return (
    <Page title={t('title.mine')} lead={t('mine.lead')}>
      <CursorList
        query={journeys}
        empty={
          <EmptyState
            title={t('mine.empty')}
            text={t('mine.emptyText')}
            action={<ButtonLink to="/journeys">{t('mine.all')}</ButtonLink>}
          />
        }
      >
        {(enrollments) => <Enrollments enrollments={enrollments} />}
      </CursorList>
    </Page>
  );
}

function Enrollments({ enrollments }: { readonly enrollments: readonly Enrollment[] }) {
  const t = useTranslations('journeys.mine');
  const active = enrollments.filter(({ status }) => status === 'active');
  const past = enrollments.filter(({ status }) => status !== 'active');
  return (
    <>
      <EnrollmentGroup name="active" enrollments={active} />
      <EnrollmentGroup name="past" enrollments={past} />
      <div>
        <ButtonLink to="/journeys" variant="default">
          {t('all')}
        </ButtonLink>
      </div>
    </>
  );
}

interface GroupProps {
  readonly name: 'active' | 'past';
  readonly enrollments: readonly Enrollment[];
}

function EnrollmentGroup({ name, enrollments }: GroupProps) {
  const t = useTranslations('journeys.mine');
  if (enrollments.length === 0) return null;
  return (
    <section className={classes['section']} aria-labelledby={`journeys-${name}`}>
      <h2 id={`journeys-${name}`} className={classes['heading']}>
        {t(name)}
      </h2>
      <ul className={classes['list']}>
        {enrollments.map((enrollment) => (
          <EnrollmentCard key={enrollment.id} enrollment={enrollment} />
        ))}
      </ul>
    </section>
  );
}

function EnrollmentCard({ enrollment }: { readonly enrollment: Enrollment }) {
  const t = useTranslations('journeys.public');
  const times = useTimes();
  const { completed_at: completed, withdrawn_at: withdrawn } = enrollment;
  const open = enrollment.steps.find(({ status, required }) => status === 'open' && required);
  const day = (at: string) => times.format('dayAndYear', at, deviceZone);
  return (
    <li className={classes['card']}>
      <h3 className={classes['title']}>
        <TextLink to="/journeys/$id" params={{ id: String(enrollment.journey_id) }} inherit>
          {enrollment.journey_name}
        </TextLink>
      </h3>
      {completed !== null && <span>{t('completed', { date: day(completed) })}</span>}
      {withdrawn !== null && <span>{t('withdrawn', { date: day(withdrawn) })}</span>}
      {enrollment.status === 'active' && (
        <>
          <JourneyProgress enrollment={enrollment} />
          {open !== undefined && <NextStep step={open} journeyId={enrollment.journey_id} />}
        </>
      )}
    </li>
  );
}
