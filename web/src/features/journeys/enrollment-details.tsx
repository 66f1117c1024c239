import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { useTimes } from '../../time/hooks.ts';
import { DetailsDrawer } from '../../ui/dialog.tsx';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Day } from '../../ui/moment.tsx';
import classes from '../../ui/parts.module.css';
import { Problem } from '../../ui/problem.tsx';
import { Loaded } from '../../ui/states.tsx';

type Enrollment = Schemas['Enrollment'];
type Line = Schemas['EnrollmentLine'];

interface EnrollmentDetailsProps {
  readonly line: Line;
  readonly journey: Schemas['Journey'];
  readonly close: () => void;
}

/** How far one person is, and what a coordinator can note for them. */
export function EnrollmentDetails({ line, journey, close }: EnrollmentDetailsProps) {
  const enrollment = useQuery(
    apiQuery('/api/v1/journeys/{id}/enrollments/{enrollment_id}', {
      path: { id: journey.id, enrollment_id: line.id },
    }),
  );
  return (
    <DetailsDrawer title={line.user_name} close={close}>
      <Loaded query={enrollment}>
        {(data) => (
          <Stack>
            <Upgrade enrollment={data} newest={journey.version} />
            <Stack component="ol" gap="sm" m={0} p={0}>
              {data.steps.map((step) => (
                <EnrollmentStep key={step.step_id} step={step} enrollment={data} />
              ))}
            </Stack>
            {data.status === 'active' && <Withdraw enrollment={data} name={line.user_name} />}
          </Stack>
        )}
      </Loaded>
    </DetailsDrawer>
  );
}

const stale = [
  ['/api/v1/journeys/{id}/enrollments'],
  ['/api/v1/journeys/{id}/enrollments/{enrollment_id}'],
] as const;

function Upgrade({ enrollment, newest }: { readonly enrollment: Enrollment; readonly newest: number }) {
  const t = useTranslations('manageJourneys.people');
  const upgrade = useApiMutation('post', '/api/v1/journeys/{id}/enrollments/{enrollment_id}/upgrade', {
    invalidates: stale,
  });
  const { id, journey_id, version, status } = enrollment;
  if (status !== 'active' || version >= newest) return null;
  return (
    <Stack gap="xs">
      <Text>{t('upgradeHint', { version, newest })}</Text>
      <Group>
        <Button
          variant="default"
          loading={upgrade.isPending}
          onClick={() => upgrade.mutate({ path: { id: journey_id, enrollment_id: id } })}
        >
          {t('upgrade')}
        </Button>
      </Group>
      <Problem error={upgrade.error} />
    </Stack>
  );
}

function Withdraw({ enrollment, name }: { readonly enrollment: Enrollment; readonly name: string }) {
  const t = useTranslations('manageJourneys.people');
  const withdraw = useApiMutation('post', '/api/v1/journeys/{id}/enrollments/{enrollment_id}/withdraw', {
    invalidates: stale,
  });
  const path = { id: enrollment.journey_id, enrollment_id: enrollment.id };
  return (
    <ConfirmAction
      title={t('withdrawTitle', { name })}
      text={t('withdrawText')}
      confirmLabel={t('withdraw')}
      isDangerous
      onConfirm={() => withdraw.mutateAsync({ path, body: {} })}
    >
      {(ask) => (
        <Button variant="subtle" onClick={ask}>
          {t('withdraw')}
        </Button>
      )}
    </ConfirmAction>
  );
}

type Step = Schemas['Enrollment']['steps'][number];

interface EnrollmentStepProps {
  readonly step: Step;
  readonly enrollment: Schemas['Enrollment'];
}

const tones = { pending: 'quiet', open: 'attention', completed: 'good', skipped: 'quiet' } as const;

function EnrollmentStep({ step, enrollment }: EnrollmentStepProps) {
  const t = useTranslations('manageJourneys.people');
  const have = useHaveText(step);
  return (
    <li className={classes['item']}>
      <Stack gap={6}>
        <Group justify="space-between">
          <Text fw={600}>{step.title}</Text>
          <Mark tone={tones[step.status]}>{t(`stepStatus.${step.status}`)}</Mark>
        </Group>
        {have !== undefined && <Text size="sm">{have}</Text>}
        {step.due_at !== null && step.status === 'open' && (
          <Text size="sm" c={step.overdue ? 'var(--mantine-color-error)' : 'dimmed'}>
            {t('due')}: <Day at={step.due_at} /> {step.overdue && t('overdue')}
          </Text>
        )}
        {step.note !== null && step.note !== '' && <Text size="sm">{step.note}</Text>}
        {enrollment.status === 'active' && <StepActions step={step} enrollment={enrollment} />}
      </Stack>
    </li>
  );
}

function useHaveText({ have, need, kind }: Step): string | undefined {
  const t = useTranslations('manageJourneys.people');
  const times = useTimes();
  if (have === null || need === null) return undefined;
  return kind === 'hours'
    ? t('haveMinutes', { have: times.hours(have), need: times.hours(need, 'long') })
    : t('have', { have, need });
}

function StepActions({ step, enrollment }: EnrollmentStepProps) {
  const t = useTranslations('manageJourneys.people');
  const [note, setNote] = useState('');
  const options = {
    invalidates: [
      ['/api/v1/journeys/{id}/enrollments'],
      ['/api/v1/journeys/{id}/enrollments/{enrollment_id}'],
    ],
    onSuccess: () => setNote(''),
  };
  const base = '/api/v1/journeys/{id}/enrollments/{enrollment_id}/steps/{step_id}' as const;
  const complete = useApiMutation('post', `${base}/complete`, options);
  const skip = useApiMutation('post', `${base}/skip`, options);
  const undo = useApiMutation('post', `${base}/undo`, options);
  const path = { id: enrollment.journey_id, enrollment_id: enrollment.id, step_id: step.step_id };
  const body = note.trim() === '' ? {} : { note: note.trim() };
  const name = step.title;
  if (step.status === 'pending') return null;
  return (
    <>
      {step.status === 'open' ? (
        <>
          <TextInput
            label={t('note')}
            aria-label={t('noteOf', { name })}
            description={t('noteHint')}
            maxLength={1_000}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <Group gap="xs">
            <Button
              aria-label={t('completeOf', { name })}
              loading={complete.isPending}
              onClick={() => complete.mutate({ path, body })}
            >
              {t('complete')}
            </Button>
            <Button
              variant="default"
              aria-label={t('skipOf', { name })}
              loading={skip.isPending}
              onClick={() => skip.mutate({ path, body })}
            >
              {t('skip')}
            </Button>
          </Group>
        </>
      ) : (
        (step.kind === 'manual' || step.status === 'skipped') && (
          <Group>
            <Button
              variant="subtle"
              aria-label={t('undoOf', { name })}
              loading={undo.isPending}
              onClick={() => undo.mutate({ path, body: {} })}
            >
              {t('undo')}
            </Button>
          </Group>
        )
      )}
      <Problem error={complete.error ?? skip.error ?? undo.error} />
    </>
  );
}
