import { Button, Text } from '@mantine/core';
import { IconConfetti } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { deviceZone } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { JourneyProgress } from './journey-progress.tsx';
import classes from './journeys.module.css';
import { NextStep } from './next-step.tsx';

/** How far I am on a journey, and what comes next. */
export function MyWay({ enrollment }: { readonly enrollment: Schemas['Enrollment'] }) {
  const t = useTranslations('journeys.public');
  const times = useTimes();
  const { completed_at: completedAt } = enrollment;
  const open = enrollment.steps.filter(({ status }) => status === 'open');
  const [first] = [...open.filter(({ required }) => required), ...open];
  if (completedAt !== null) {
    return (
      <section
        className={`${classes['card']} ${classes['good']} ${classes['section']}`}
        aria-labelledby="done"
      >
        <h2 id="done" className={classes['heading']}>
          <IconConfetti aria-hidden /> {t('completedTitle')}
        </h2>
        <Text>{t('completed', { date: times.format('dayAndYear', completedAt, deviceZone) })}</Text>
      </section>
    );
  }
  return (
    <section className={`${classes['card']} ${classes['section']}`} aria-labelledby="next">
      <JourneyProgress enrollment={enrollment} />
      {first !== undefined && (
        <>
          <h2 id="next" className={classes['heading']}>
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
