import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { apiQuery } from '../../../api/query.ts';
import { onForget, session } from '../../../api/session.ts';
import { deviceZone } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import { ComeBack } from '../../../ui/come-back.tsx';
import { focusFirstWrong, useFocusFirstWrong } from '../../../ui/first-wrong-field.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { unsaved } from '../../../ui/unsaved.ts';
import { FormFields } from '../form-fields.tsx';
import { answersOf, isAnswered, isUpToDate, visibleFields, withoutAgreements } from '../form-shape.ts';
import { countUnfinished } from '../written-answer.ts';

type Form = Schemas['Form'];
const route = getRouteApi('/forms/$id');

export function FillFormPage() {
  const t = useTranslations('forms');
  const { id } = route.useParams();
  const form = useQuery(apiQuery('/api/v1/forms/{id}', { path: { id: Number(id) } }));
  const mine = useQuery(apiQuery('/api/v1/me/submissions', { query: { limit: 200 } }));
  const before = mine.data?.items.find(({ form_id }) => form_id === Number(id));
  const { title, description } = form.data ?? {};
  return (
    <Page title={title ?? t('title.fill')} lead={description || undefined} width="narrow">
      <Loaded query={form}>
        {(data) => (
          <Loaded query={mine}>{() => <Filling key={data.id} form={data} before={before} />}</Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface FillingProps {
  readonly form: Form;
  readonly before: Schemas['MySubmission'] | undefined;
}

function Filling({ form, before }: FillingProps) {
  const t = useTranslations('forms.fill');
  const { next } = route.useSearch();
  const submission = useSubmission(form.id);
  if (submission.isSuccess) return <Sent next={next} />;
  if (form.status !== 'published') return <EmptyState title={t('closed')} />;
  if (before !== undefined && form.resubmission === 'once' && isUpToDate(form, before))
    return <SentBefore before={before} next={next} />;
  return (
    <AnswerForm key={form.version} form={form} before={before} submission={submission}>
      <Group>
        <Button type="submit" loading={submission.isPending}>
          {t(before === undefined ? 'submit' : 'submitAgain')}
        </Button>
        <ComeBack next={next} label={t('back')} variant="subtle" />
      </Group>
    </AnswerForm>
  );
}

function Sent({ next }: { readonly next: string | undefined }) {
  const t = useTranslations('forms.fill');
  return (
    <EmptyState
      title={t('doneTitle')}
      text={t('sent')}
      icon={<IconCircleCheck size={40} stroke={1.5} aria-hidden />}
      action={
        next === undefined ? (
          <ButtonLink to="/me/forms">{t('toMine')}</ButtonLink>
        ) : (
          <ComeBack next={next} label={t('back')} variant="filled" />
        )
      }
    />
  );
}

/** A form that may be sent once: what was said then, with the questions of that version. */
function SentBefore({
  before,
  next,
}: {
  readonly before: Schemas['MySubmission'];
  readonly next: string | undefined;
}) {
  const t = useTranslations('forms.fill');
  const times = useTimes();
  const { form_id: id, form_version: version, answers, submitted_at: at } = before;
  const asked = useQuery(apiQuery('/api/v1/forms/{id}/versions/{version}', { path: { id, version } }));
  return (
    <Stack>
      <Alert color="pine" icon={<IconCircleCheck aria-hidden />}>
        <Text>{t('sentOnce', { date: times.format('dayAndYear', at, deviceZone) })}</Text>
      </Alert>
      <Loaded query={asked}>
        {({ schema, ui }) => (
          <FormFields schema={schema} ui={ui} value={answers ?? {}} onChange={() => {}} readOnly />
        )}
      </Loaded>
      <ComeBack next={next} label={t('back')} variant="filled" />
    </Stack>
  );
}

interface AnswerFormProps {
  readonly form: Schemas['Form'];
  /** What the person answered last: the place to start from. */
  readonly before: Schemas['MySubmission'] | undefined;
  readonly submission: SubmissionOfForm;
  readonly children: ReactNode;
}

function AnswerForm({ form, before, submission, children }: AnswerFormProps) {
  const t = useTranslations('forms.fill');
  const [answers, setAnswers] = useState(() => {
    const begun = begunAnswers(form, before);
    return begun.version === form.version ? begun.answers : withoutAgreements(form.schema, begun.answers);
  });
  const [isEmpty, setEmpty] = useState(false);
  const [unfinished, setUnfinished] = useState(0);
  const fields = visibleFields(form.schema, answers, form.schema);
  // Where an answer is required, the service says which.
  const mayBeEmpty = fields.length === 0 || fields.some(({ isRequired }) => isRequired);
  const element = useRef<HTMLFormElement>(null);
  const errors = errorsOf(submission.error);
  useFocusFirstWrong(element, submission.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setUnfinished(countUnfinished(answers));
    if (countUnfinished(answers) > 0) {
      focusFirstWrong(element.current);
      return;
    }
    const given = answersOf(form.schema, answers);
    const isEmpty = !mayBeEmpty && !isAnswered(given);
    setEmpty(isEmpty);
    if (!isEmpty)
      submission.mutate({ path: { id: form.id }, body: { answers: given, form_version: form.version } });
  };
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="lg">
        {before !== undefined && (
          <SentBeforeNote at={before.submitted_at} isNew={!isUpToDate(form, before)} />
        )}
        {isEmpty && <NothingAnswered />}
        {unfinished + errors.length > 0 ? (
          <Check count={unfinished || errors.length} />
        ) : (
          <Problem error={submission.error} />
        )}
        <FormFields
          schema={form.schema}
          ui={form.ui}
          value={answers}
          errors={errors}
          onChange={(next) => {
            keepDraft(form, next);
            setAnswers(next);
            setEmpty(false);
            setUnfinished(0);
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

/** Errors that can be shown at their field; a refusal for another reason has none. */
function errorsOf(error: unknown) {
  if (!(error instanceof ApiProblem)) return [];
  return error.errors.every(({ path }) => path.startsWith('answers.')) ? error.errors : [];
}

function SentBeforeNote({ at, isNew }: { readonly at: string; readonly isNew: boolean }) {
  const t = useTranslations('forms.fill');
  const times = useTimes();
  const date = times.format('dayAndYear', at, deviceZone);
  return <Alert color={isNew ? 'clay' : 'pine'}>{t(isNew ? 'newVersion' : 'sentBefore', { date })}</Alert>;
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

/** Sends the answers to a form. What a form opens (shifts, journeys) is loaded again afterwards. */
function useSubmission(formId: number) {
  return useApiMutation('post', '/api/v1/forms/{id}/submissions', {
    onSuccess: () => dropDraft(formId),
    invalidates: [
      // It may have been changed, closed or sent from another device.
      ['/api/v1/forms/{id}', { path: { id: formId } }],
      ['/api/v1/me/submissions'],
      ['/api/v1/me/journeys'],
      ['/api/v1/shifts/{id}/eligibility'],
      ['/api/v1/shifts/{id}/needs'],
      ['/api/v1/shifts'],
    ],
  });
}

type SubmissionOfForm = ReturnType<typeof useSubmission>;

/**
 * Answers that were begun and not sent. They may be private, so they live in the memory of this page only and are gone
 * when it is closed or the person logs out.
 */
const drafts = new Map<string, Begun>();
onForget(() => drafts.clear());
// Also while another page is shown: nothing may load the app again without a question.
unsaved.add('begun forms', { isDirty: () => drafts.size > 0, isKept: true });

interface Begun {
  readonly answers: Record<string, unknown>;
  /** Of the form that they answer. */
  readonly version: number;
}

const keyOf = (formId: number) => `${session.person() ?? 'visitor'} ${formId}`;

const keptDraft = (formId: number): Begun | undefined => drafts.get(keyOf(formId));

function begunAnswers({ id, version }: Form, before: Schemas['MySubmission'] | undefined): Begun {
  return keptDraft(id) ?? { answers: { ...before?.answers }, version: before?.form_version ?? version };
}

function keepDraft({ id, version }: Form, answers: Record<string, unknown>): void {
  drafts.set(keyOf(id), { answers, version });
}

function dropDraft(formId: number): void {
  drafts.delete(keyOf(formId));
}
