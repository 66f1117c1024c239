import { Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { deviceZone } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import classes from './journeys.module.css';

export type ShownStep = Schemas['EnrollmentStep'];

/** A step of a journey that nobody walks yet. */
export function plannedStep(step: Schemas['JourneyStep']): ShownStep {
  const { id, deadline_days: _, reminder_days: __, ...same } = step;
  return {
    ...same,
    step_id: id,
    status: 'pending',
    completed_at: null,
    due_at: null,
    overdue: false,
    have: null,
    need: null,
    note: null,
  };
}

export function Steps({ steps }: { readonly steps: readonly ShownStep[] }) {
  const t = useTranslations('journeys.public');
  const isWalked = steps.some(({ status }) => status !== 'pending');
  return (
    <ol className={classes['steps']}>
      {steps.map((step) => {
        const isDone = step.status === 'completed' || step.status === 'skipped';
        return (
          <li key={step.step_id} className={classes['step']}>
            <span className={classes['mark']} data-status={step.status} aria-hidden>
              {isDone ? <IconCheck size={18} /> : step.position}
            </span>
            <div>
              <Text fw={600}>
                {step.title}
                {!step.required && <span className={classes['dim']}> · {t('optional')}</span>}
                {isWalked && <span className={classes['dim']}> · {t(`status.${step.status}`)}</span>}
              </Text>
              <StepAbout step={step} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** What the step asks for, how much of it is there, and until when. */
export function StepAbout({ step }: { readonly step: ShownStep }) {
  const t = useTranslations('journeys.public');
  const times = useTimes();
  const { have, need, kind, due_at: due, overdue, note, config } = step;
  const instructions = config['instructions'];
  return (
    <div className={classes['dim']}>
      <div>
        {typeof instructions === 'string' && instructions !== '' ? instructions : <KindWords step={step} />}
      </div>
      {have !== null && need !== null && step.status !== 'completed' && (
        <div>
          {kind === 'hours'
            ? t('haveHours', { have: times.hours(have), need: times.hours(need) })
            : t('have', { have, need })}
        </div>
      )}
      {due !== null && step.status === 'open' && (
        <div className={overdue ? classes['late'] : undefined}>
          {t(overdue ? 'overdue' : 'due', { date: times.format('longDay', due, deviceZone) })}
        </div>
      )}
      {note !== null && note !== '' && <div>{t('note', { note })}</div>}
    </div>
  );
}

function KindWords({ step: { kind, config } }: { readonly step: ShownStep }) {
  const t = useTranslations('journeys.public.kind');
  const times = useTimes();
  switch (kind) {
    case 'attend_shifts':
      return t('attend_shifts', { count: Number(config['count']) });
    case 'hours':
      return t('hours', { hours: times.hours(Number(config['minutes'] ?? Number(config['hours']) * 60)) });
    case 'wait':
      return t('wait', { days: Number(config['days']) });
    default:
      return t(kind);
  }
}
