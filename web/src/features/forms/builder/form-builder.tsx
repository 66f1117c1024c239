import { Alert, Button, List, Radio, Stack, Switch, Text } from '@mantine/core';
import type { useForm } from '@mantine/form';
import type { Schemas } from '@muster/client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { ApiProblem, hasCode } from '../../../api/problem.ts';
import { useTag } from '../../../api/use-tag.ts';
import { notify } from '../../../ui/notify.ts';
import { PublishState } from '../../../ui/publish-state.tsx';
import { NameFields, SaveRow, useResourceForm } from '../../../ui/resource-form.tsx';
import { Section } from '../../../ui/section.tsx';
import { useUnsaved } from '../../../ui/use-unsaved.ts';
import { FormFields } from '../form-fields.tsx';
import type { Json } from '../form-match.ts';
import { isOpen, namesOf } from '../form-shape.ts';
import classes from './form-builder.module.css';
import { FormJson } from './form-json.tsx';
import type { FormDraft, Question } from './question.ts';
import { QuestionList } from './question-list.tsx';
import { readForm } from './read-schema.ts';
import { previewForm, writeForm } from './write-schema.ts';

/** What has its own input; errors of the rest are named above the buttons. */
const shownFields = ['title', 'description'];

type Form = Schemas['Form'];

const settingsOf = ({ title, description, resubmission, consent, renew_on_new_version }: Form) => ({
  title,
  description,
  resubmission,
  consent,
  renew_on_new_version,
});

/** The questions and their preview side by side, where there is space. */
export function FormBuilder({ form }: { readonly form: Form }) {
  const t = useTranslations('manageForms');
  const saved = useTranslations('common.action')('saved');
  const { title: name } = form;
  const path = { path: { id: form.id } };
  const content = useFormContent(form);
  const { schema, ui } = content;
  const resource = useResourceForm({
    values: settingsOf(form),
    save: useApiMutation('patch', '/api/v1/forms/{id}', {
      invalidates: [['/api/v1/forms/{id}', path], ['/api/v1/forms']],
      onSuccess: () => void notify.success(saved),
    }),
    changeOf: (values) => ({ ...path, body: { ...values, schema, ui } }),
    tag: useTag('/api/v1/forms/{id}', path, (newest) => {
      content.catchUp(newest);
      return settingsOf(newest);
    }),
    valuesOf: settingsOf,
    onSaved: (next) => content.startAgain(next, schema),
  });
  const isDirty = resource.form.isDirty() || content.isDirty;
  useUnsaved(content.isDirty);
  return (
    <div className={classes['sides']}>
      <form onSubmit={resource.submit}>
        <FormSettings form={resource.form} />
        <Questions form={form} content={content} error={resource.error} />
        <SaveRow
          resource={resource}
          shownFields={shownFields}
          isDirty={isDirty}
          isBroken={content.isBroken}
          isShown={hasFormErrors(resource.error)}
        >
          <PublishState
            path="/api/v1/forms/{id}"
            id={form.id}
            status={form.status}
            words={{
              publishTitle: t('publishTitle', { name }),
              publishText: t('publishText'),
              archiveTitle: t('archiveTitle', { name }),
              archiveText: t('archiveText'),
              saveFirst: t('saveFirst'),
            }}
            isDirty={isDirty}
            changed={resource.renewTag}
          />
        </SaveRow>
      </form>
      <div className={classes['preview']}>
        <FormPreview content={content} />
      </div>
    </div>
  );
}

function hasFormErrors(error: unknown): boolean {
  return hasCode(error, 'validation_failed') && error.errors.some(({ path }) => /^(schema|ui)\b/.test(path));
}

function Questions({
  form,
  content,
  error,
}: {
  readonly form: Form;
  readonly content: ReturnType<typeof useFormContent>;
  readonly error: unknown;
}) {
  const t = useTranslations('manageForms');
  const { draft, isJson } = content;
  return (
    <Section
      title={t(isJson ? 'jsonTitle' : 'questions')}
      {...(isJson && { lead: t('jsonLead') })}
      actions={
        draft !== undefined && (
          <Button variant="subtle" disabled={content.isBroken} onClick={() => content.showJson(!isJson)}>
            {t(isJson ? 'asBuilder' : 'asJson')}
          </Button>
        )
      }
    >
      {form.status === 'published' && <Alert color="pine">{t('newVersion')}</Alert>}
      <FormErrors error={error} schema={content.schema} />
      {isJson ? (
        <FormJson
          schema={content.schema}
          ui={content.ui}
          onChange={content.setJson}
          setBroken={content.setBroken}
          isOnlyEditor={draft === undefined}
        />
      ) : (
        <QuestionList questions={draft?.questions ?? []} onChange={content.setQuestions} />
      )}
    </Section>
  );
}

interface FormErrorsProps {
  readonly error: unknown;
  readonly schema: Schemas['Form']['schema'];
}

/** What the API says about the questions, each with its question or, beyond them, the place in the schema. */
function FormErrors({ error, schema }: FormErrorsProps) {
  const t = useTranslations('manageForms');
  const errors =
    error instanceof ApiProblem ? error.errors.filter(({ path }) => /^(schema|ui)\b/.test(path)) : [];
  if (errors.length === 0) return null;
  return (
    <Alert color="red" role="alert" title={t('faults')}>
      <List spacing="xs">
        {errors.map(({ path, message }) => {
          const question = questionOf(schema, path);
          return (
            <List.Item key={`${path} ${message}`}>
              {question === undefined ? (
                <>
                  <code>{path}</code>: {message}
                </>
              ) : (
                t('questionFault', { question, message })
              )}
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}

/** `schema.properties.shirt.enum` is about the question whose title is "Shirt size". */
function questionOf(schema: FormErrorsProps['schema'], path: string): string | undefined {
  const [, key] = /^schema\.properties\.([^.]+)/.exec(path) ?? [];
  const properties = schema['properties'] as Record<string, { title?: unknown } | undefined> | undefined;
  const title = key === undefined ? undefined : properties?.[key]?.title;
  return typeof title === 'string' && title !== '' ? title : undefined;
}

/** The form as people will see it, with the same renderer. */
function FormPreview({ content }: { readonly content: Content }) {
  const t = useTranslations('manageForms');
  const { draft } = content;
  const { schema, ui } = draft === undefined ? content : previewForm(draft, t('field.untitled'));
  const [answers, setAnswers] = useState<Json>({});
  const isEmpty = namesOf(schema, schema).size === 0 && !isOpen(schema, schema);
  return (
    <Section title={t('preview')} lead={t('previewLead')}>
      {isEmpty ? (
        <Text c="dimmed">{t('previewEmpty')}</Text>
      ) : (
        <FormFields schema={schema} ui={ui} value={answers} onChange={setAnswers} />
      )}
    </Section>
  );
}

interface FormSettingsValues {
  title: string;
  description: string;
  resubmission: Schemas['Form']['resubmission'];
  consent: boolean;
  renew_on_new_version: boolean;
}

const resubmissions = ['once', 'latest', 'many'] as const;

function FormSettings({ form }: { readonly form: ReturnType<typeof useForm<FormSettingsValues>> }) {
  const t = useTranslations('manageForms');
  return (
    <Section title={t('about')}>
      <NameFields t={t} hint={t('descriptionHint')} inputProps={form.getInputProps} name="title" />
      <Radio.Group size="md" label={t('resubmission')} {...form.getInputProps('resubmission')}>
        <Stack mt="xs" gap="sm">
          {resubmissions.map((value) => (
            <Radio key={value} value={value} size="md" label={t(`resubmissions.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label={t('consent')}
        description={t('consentHint')}
        {...form.getInputProps('consent', { type: 'checkbox' })}
      />
      <Switch
        label={t('renew')}
        description={t('renewHint')}
        {...form.getInputProps('renew_on_new_version', { type: 'checkbox' })}
      />
    </Section>
  );
}

interface Content {
  readonly schema: Json;
  readonly ui: Json;
  /** As questions, where that is possible. */
  readonly draft: FormDraft | undefined;
}

const contentOf = (schema: Json, ui: Json): Content => ({ schema, ui, draft: readForm(schema, ui) });

/** What a form asks, as questions and as JSON: whichever is edited, both are the same form. */
function useFormContent(form: Pick<Schemas['Form'], 'schema' | 'ui'>) {
  const [content, setContent] = useState(() => contentOf(form.schema, form.ui));
  const [saved, setSaved] = useState(() => JSON.stringify([form.schema, form.ui]));
  const [wantsJson, setWantsJson] = useState(false);
  const [broken, setBrokenParts] = useState<readonly string[]>([]);
  const isBroken = broken.length > 0;
  const { draft, schema, ui } = content;
  return {
    schema,
    ui,
    draft,
    isBroken,
    /** While the text is not valid JSON, the form stays as it was. */
    setBroken: (part: string, is: boolean) =>
      setBrokenParts((parts) => [...parts.filter((one) => one !== part), ...(is ? [part] : [])]),
    isJson: wantsJson || draft === undefined,
    isDirty: isBroken || JSON.stringify([schema, ui]) !== saved,
    setQuestions(questions: readonly Question[]): void {
      if (draft === undefined) return;
      const next = { ...draft, questions };
      setContent({ ...writeForm(next), draft: next });
    },
    setJson: (next: { schema: Json; ui: Json }) => setContent(contentOf(next.schema, next.ui)),
    showJson: setWantsJson,
    /** Questions that were changed here stay as they are; others are those of the newest version. */
    catchUp(newest: Pick<Schemas['Form'], 'schema' | 'ui'>): void {
      const isTouched = isBroken || JSON.stringify([schema, ui]) !== saved;
      if (!isTouched) setContent(contentOf(newest.schema, newest.ui));
      setSaved(JSON.stringify([newest.schema, newest.ui]));
    },
    /** What is saved is the new beginning: names of questions stay from now on. What was changed in the meantime stays too. */
    startAgain(next: Pick<Schemas['Form'], 'schema' | 'ui'>, sent: Json): void {
      setContent((now) => (now.schema === sent ? contentOf(next.schema, next.ui) : now));
      setSaved(JSON.stringify([next.schema, next.ui]));
    },
  };
}
