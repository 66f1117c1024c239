import { Button, Progress, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { deviceZone } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import card from '../../ui/card.module.css';
import classes from './journeys.module.css';

type ShownStep = Schemas['EnrollmentStep'];

/** A step of a journey that no one walks yet. */
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
                {!step.required && <span className={card['dim']}> · {t('optional')}</span>}
                {isWalked && <span className={card['dim']}> · {t(`status.${step.status}`)}</span>}
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
function StepAbout({ step }: { readonly step: ShownStep }) {
  const t = useTranslations('journeys.public');
  const times = useTimes();
  const { have, need, kind, due_at: due, overdue, note, config } = step;
  const instructions = config['instructions'];
  return (
    <div className={card['dim']}>
      <div>
        {typeof instructions === 'string' && instructions !== '' ? instructions : <KindWords step={step} />}
      </div>
      {have !== null && need !== null && step.status !== 'completed' && (
        <div>
          {kind === 'hours'
            ? t('haveHours', { have: times.hours(have), need: times.hours(need, 'long') })
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
      return t('hours', {
        hours: times.hours(Number(config['minutes'] ?? Number(config['hours']) * 60), 'long'),
      });
    case 'wait':
      return t('wait', { days: Number(config['days']) });
    default:
      return t(kind);
  }
}

interface NextStepProps {
  readonly step: ShownStep;
  readonly journeyId: number;
}

/** One step with a link to the screen on which it is done. */
export function NextStep({ step, journeyId }: NextStepProps) {
  const t = useTranslations('journeys.public');
  const navigate = useNavigate();
  const place = placeOf(step, `/journeys/${journeyId}`);
  return (
    <>
      <Text fw={600}>{step.title}</Text>
      <StepAbout step={step} />
      {place !== undefined && (
        <Button style={{ justifySelf: 'start' }} onClick={() => void navigate({ href: place.href })}>
          {t(`act.${place.kind}`)}
        </Button>
      )}
    </>
  );
}

type Doable = 'form' | 'attend_shifts' | 'hours' | 'badge' | 'profile';

/** Waiting, and what a coordinator notes, is done nowhere. */
function placeOf({ kind, config }: ShownStep, back: string): { kind: Doable; href: string } | undefined {
  const next = `next=${encodeURIComponent(back)}`;
  switch (kind) {
    case 'form':
      return { kind, href: `/forms/${Number(config['form_id'])}?${next}` };
    case 'badge':
      return { kind, href: `/badges/${Number(config['badge_id'])}?${next}` };
    case 'profile':
      return { kind, href: `/profile?${next}` };
    case 'attend_shifts':
    case 'hours':
      return {
        kind,
        href: config['program_id'] === undefined ? '/' : `/?program=${Number(config['program_id'])}`,
      };
    default:
      return undefined;
  }
}

type Done = Pick<Schemas['Enrollment'], 'steps_done' | 'steps_required'>;

/** Progress in words and as a bar. */
export function JourneyProgress({ enrollment }: { readonly enrollment: Done }) {
  const t = useTranslations('journeys.public');
  const { steps_done: done, steps_required: all } = enrollment;
  const words = t('progress', { done, all });
  return (
    <div>
      <Progress.Root size="lg">
        <Progress.Section value={all === 0 ? 100 : (100 * done) / all} aria-label={words} />
      </Progress.Root>
      <span className={card['dim']}>{words}</span>
    </div>
  );
}
