import { Button, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconAward, IconConfetti } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useIsPerson } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiQuery } from '../../../api/query.ts';
import { deviceZone } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import card from '../../../ui/card.module.css';
import { ComeBack } from '../../../ui/come-back.tsx';
import { ConfirmAction } from '../../../ui/lazy-dialog.tsx';
import { ButtonLink, TextLink } from '../../../ui/links.tsx';
import { notify } from '../../../ui/notify.ts';
import { Page } from '../../../ui/page.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { JourneyProgress, NextStep, plannedStep, Steps } from '../steps.tsx';

const route = getRouteApi('/journeys/$id');

export function JourneyPage() {
  const t = useTranslations('journeys');
  const id = Number(route.useParams().id);
  const { next } = route.useSearch();
  const journey = useQuery(apiQuery('/api/v1/journeys/{id}', { path: { id } }));
  const mine = useQuery({
    ...apiQuery('/api/v1/me/journeys', { query: { limit: 200 } }),
    enabled: useIsPerson(),
  });
  const enrollment = mine.data?.items.find(({ journey_id }) => journey_id === id);
  return (
    <Page
      title={journey.data?.name ?? t('title.journey')}
      actions={<ComeBack next={next} label={t('public.back')} />}
    >
      <Loaded query={journey}>{(data) => <Journey journey={data} enrollment={enrollment} />}</Loaded>
    </Page>
  );
}

interface JourneyProps {
  readonly journey: Schemas['Journey'];
  readonly enrollment: Schemas['Enrollment'] | undefined;
}

function Journey({ journey, enrollment }: JourneyProps) {
  const t = useTranslations('journeys.public');
  return (
    <>
      <div className={card['section']}>
        <p className={card['prose']}>{journey.description}</p>
        {journey.badge_id !== null && (
          <Text>
            <IconAward size={18} aria-hidden />{' '}
            {t(enrollment?.status === 'completed' ? 'rewarded' : 'reward')}:{' '}
            <TextLink to="/badges/$id" params={{ id: String(journey.badge_id) }} underline="always">
              {t('rewardSee')}
            </TextLink>
          </Text>
        )}
      </div>
      {enrollment === undefined || enrollment.status === 'withdrawn' ? (
        <Begin journey={journey} isAgain={enrollment !== undefined} />
      ) : (
        <MySteps enrollment={enrollment} />
      )}
      <section className={card['section']} aria-labelledby="steps">
        <h2 id="steps" className={card['heading']}>
          {t('all')}
        </h2>
        <Text c="dimmed">{t(journey.sequence === 'in_order' ? 'inOrder' : 'anyOrder')}</Text>
        <Steps
          steps={
            enrollment === undefined || enrollment.status === 'withdrawn'
              ? journey.steps.map(plannedStep)
              : enrollment.steps
          }
        />
      </section>
    </>
  );
}

function Begin({ journey, isAgain }: { readonly journey: Schemas['Journey']; readonly isAgain: boolean }) {
  const t = useTranslations('journeys.public');
  const isPerson = useIsPerson();
  const enroll = useApiMutation('post', '/api/v1/journeys/{id}/enrollments', {
    invalidates: [['/api/v1/me/journeys']],
    onSuccess: () => notify.success(t('started')),
  });
  if (journey.status !== 'published') return null;
  return (
    <div className={card['section']} style={{ justifyItems: 'start' }}>
      <Problem error={enroll.error} />
      {isPerson ? (
        <Button
          size="lg"
          loading={enroll.isPending}
          onClick={() => enroll.mutate({ path: { id: journey.id }, body: {} })}
        >
          {t(isAgain ? 'again' : 'start')}
        </Button>
      ) : (
        <ButtonLink to="/login" search={{ next: `/journeys/${journey.id}` }} size="lg">
          {t('logIn')}
        </ButtonLink>
      )}
    </div>
  );
}

/** How far I am on a journey, and what comes next. */
function MySteps({ enrollment }: { readonly enrollment: Schemas['Enrollment'] }) {
  const t = useTranslations('journeys.public');
  const times = useTimes();
  const { completed_at: completedAt } = enrollment;
  const open = enrollment.steps.filter(({ status }) => status === 'open');
  const [first] = [...open.filter(({ required }) => required), ...open];
  if (completedAt !== null) {
    return (
      <section className={`${card['card']} ${card['good']} ${card['section']}`} aria-labelledby="done">
        <h2 id="done" className={card['heading']}>
          <IconConfetti aria-hidden /> {t('completedTitle')}
        </h2>
        <Text>{t('completed', { date: times.format('dayAndYear', completedAt, deviceZone) })}</Text>
      </section>
    );
  }
  return (
    <section className={`${card['card']} ${card['section']}`} aria-labelledby="next">
      <JourneyProgress enrollment={enrollment} />
      {first !== undefined && (
        <>
          <h2 id="next" className={card['heading']}>
            {t('next')}
          </h2>
          <NextStep step={first} journeyId={enrollment.journey_id} />
        </>
      )}
      <Leave enrollment={enrollment} />
    </section>
  );
}

function Leave({ enrollment }: { readonly enrollment: Schemas['Enrollment'] }) {
  const t = useTranslations('journeys.public');
  const withdraw = useApiMutation('post', '/api/v1/journeys/{id}/enrollments/{enrollment_id}/withdraw', {
    invalidates: [['/api/v1/me/journeys']],
  });
  const path = { id: enrollment.journey_id, enrollment_id: enrollment.id };
  return (
    <ConfirmAction
      title={t('leaveTitle')}
      text={t('leaveText')}
      confirmLabel={t('leave')}
      isDangerous
      onConfirm={() => withdraw.mutateAsync({ path, body: {} })}
    >
      {(ask) => (
        <Button
          variant="subtle"
          c="var(--mantine-color-error)"
          onClick={ask}
          style={{ justifySelf: 'start' }}
        >
          {t('leave')}
        </Button>
      )}
    </ConfirmAction>
  );
}
