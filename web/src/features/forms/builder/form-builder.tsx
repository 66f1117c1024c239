import { Alert, Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { hasCode } from '../../../api/problem.ts';
import { useTag } from '../../../api/use-tag.ts';
import { useFieldErrors } from '../../../ui/field-errors.ts';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';
import { Section } from '../../../ui/section.tsx';
import { takeSaved } from '../../../ui/take-saved.ts';
import { useUnsaved } from '../../../ui/use-unsaved.ts';
import classes from './form-builder.module.css';
import { FormFaults } from './form-faults.tsx';
import { FormJson } from './form-json.tsx';
import { FormPreview } from './form-preview.tsx';
import { FormSettings, type FormSettingsValues } from './form-settings.tsx';
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
  const words = useTranslations('common.action');
  const admin = useTranslations('common');
  const path = { path: { id: form.id } };
  const tag = useTag('/api/v1/forms/{id}', path);
  const fieldErrors = useFieldErrors();
  const settings = useForm<FormSettingsValues>({ initialValues: settingsOf(form) });
  const content = useFormContent(form);
  const save = useApiMutation('patch', '/api/v1/forms/{id}', {
    invalidates: [['/api/v1/forms/{id}', path], ['/api/v1/forms']],
    onSuccess: () => void notify.success(words('saved')),
  });
  const isDirty = settings.isDirty() || content.isDirty;
  useUnsaved(isDirty);
  const submit = (values: FormSettingsValues) => {
    const { schema, ui } = content;
    save.mutate(
      { ...path, body: { ...values, schema, ui }, ifMatch: tag.ifMatch },
      {
        onSuccess: (saved) => {
          takeSaved(settings, values, settingsOf(saved));
          content.startAgain(saved, schema);
          void tag.renew();
        },
        onError: (error) => {
          settings.setErrors(fieldErrors(error));
          void tag.afterRefusal(error);
        },
      },
    );
  };
  return (
    <div className={classes['sides']}>
      <form onSubmit={settings.onSubmit(submit)}>
        <FormSettings form={settings} />
        <Questions form={form} content={content} error={save.error} />
        <Stack mt="md">
          {hasFormFaults(save.error) || <Problem error={save.error} shownFields={shownFields} />}
          {hasCode(save.error, 'precondition_failed') && <p>{admin('saveAgain')}</p>}
          <Group justify="space-between">
            <FormState form={form} isDirty={isDirty} changed={() => void tag.renew()} />
            <Group>
              {isDirty && <span>{admin('status.unsaved')}</span>}
              <Button type="submit" loading={save.isPending} disabled={!isDirty || content.isBroken}>
                {words('save')}
              </Button>
            </Group>
          </Group>
        </Stack>
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
