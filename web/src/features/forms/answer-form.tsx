import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { deviceZone } from '../../time/calendar.ts';
import { useTimes } from '../../time/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { draftOf, keepDraft } from './drafts.ts';
import { FormFields } from './form-fields.tsx';
import { answersOf, isAnswered, shownFields } from './form-shape.ts';
import type { SubmissionOfForm } from './use-submission.ts';

interface AnswerFormProps {
  readonly form: Schemas['Form'];
  /** What the person answered last: the place to start from. */
  readonly before: Schemas['MySubmission'] | undefined;
  readonly submission: SubmissionOfForm;
  readonly children: ReactNode;
}

export function AnswerForm({ form, before, submission, children }: AnswerFormProps) {
  const t = useTranslations('forms.fill');
  const [answers, setAnswers] = useState(() => draftOf(form.id) ?? { ...before?.answers });
  // Answers may be private: they are kept while the page is open, and nowhere else.
  useUnsaved(() => draftOf(form.id) !== undefined, { isKept: true });
  const [isEmpty, setEmpty] = useState(false);
  const fields = shownFields(form.schema, answers, form.schema);
  // Where an answer is required, the service says which.
  const mayBeEmpty = fields.length === 0 || fields.some(({ isRequired }) => isRequired);
  const element = useRef<HTMLFormElement>(null);
  const faults = faultsOf(submission.error);
  useEffect(() => {
    if (submission.isError) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [submission.isError]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = answersOf(form.schema, answers);
    const isEmpty = !mayBeEmpty && !isAnswered(given);
    setEmpty(isEmpty);
    if (!isEmpty) submission.mutate({ path: { id: form.id }, body: { answers: given } });
  };
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="lg">
        {before !== undefined && <SentBefore at={before.submitted_at} />}
        {isEmpty && <NothingAnswered />}
        {faults.length > 0 ? <Check count={faults.length} /> : <Problem error={submission.error} />}
        <FormFields
          schema={form.schema}
          ui={form.ui}
          value={answers}
          faults={faults}
          onChange={(next) => {
            keepDraft(form.id, next);
            setAnswers(next);
            setEmpty(false);
          }}
        />
        <Text size="sm" c="dimmed">
          {t(form.consent ? 'consent' : 'private')}
        </Text>
        {children}
      </Stack>
    </form>
  );
}

/** Faults that can be shown at their field; a refusal for another reason has none. */
function faultsOf(error: unknown) {
  if (!(error instanceof ApiProblem)) return [];
  return error.errors.every(({ path }) => path.startsWith('answers.')) ? error.errors : [];
}

function SentBefore({ at }: { readonly at: string }) {
  const t = useTranslations('forms.fill');
  const times = useTimes();
  return <Alert color="pine">{t('sentBefore', { date: times.format('dayAndYear', at, deviceZone) })}</Alert>;
}

function NothingAnswered() {
  const t = useTranslations('forms.fill');
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('emptyTitle')}>
      {t('emptyText')}
    </Alert>
  );
}

function Check({ count }: { readonly count: number }) {
  const t = useTranslations('forms.fill');
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('check', { count })}>
      {t('checkText')}
    </Alert>
  );
}
