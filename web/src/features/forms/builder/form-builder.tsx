import { Alert, Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { hasCode } from '../../../api/problem.ts';
import { useTag } from '../../../api/use-tag.ts';
import { notify } from '../../../ui/notify.ts';
import { SaveRow, useResourceForm } from '../../../ui/resource-form.tsx';
import { Section } from '../../../ui/section.tsx';
import { useUnsaved } from '../../../ui/use-unsaved.ts';
import classes from './form-builder.module.css';
import { FormFaults } from './form-faults.tsx';
import { FormJson } from './form-json.tsx';
import { FormPreview } from './form-preview.tsx';
import { FormSettings } from './form-settings.tsx';
import { FormState } from './form-state.tsx';
import { QuestionList } from './question-list.tsx';
import { useFormContent } from './use-form-content.ts';

/** What has an input of its own; errors of the rest are named above the buttons. */
const shownFields = ['title', 'description'];

type Form = Schemas['Form'];

const settingsOf = ({ title, description, resubmission, consent, renew_on_new_version }: Form) => ({
  title,
  description,
  resubmission,
  consent,
  renew_on_new_version,
});

/** The questions and their preview side by side, where there is room. */
export function FormBuilder({ form }: { readonly form: Form }) {
  const saved = useTranslations('common.action')('saved');
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
    tag: useTag('/api/v1/forms/{id}', path),
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
          isShown={hasFormFaults(resource.error)}
        >
          <FormState form={form} isDirty={isDirty} changed={resource.renewTag} />
        </SaveRow>
      </form>
      <div className={classes['preview']}>
        <FormPreview schema={content.schema} ui={content.ui} />
      </div>
    </div>
  );
}

function hasFormFaults(error: unknown): boolean {
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
      <FormFaults error={error} schema={content.schema} />
      {isJson ? (
        <FormJson
          schema={content.schema}
          ui={content.ui}
          onChange={content.setJson}
          setBroken={content.setBroken}
          isOnlyWay={draft === undefined}
        />
      ) : (
        <QuestionList questions={draft?.questions ?? []} onChange={content.setQuestions} />
      )}
    </Section>
  );
}
