import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormValidateInput, type UseFormReturnType, useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useTask } from '../api/mutation.ts';
import { hasCode } from '../api/problem.ts';
import type { Tag } from '../api/use-tag.ts';
import { FormDialog } from './dialog.tsx';
import { fieldErrorsOf, useFieldNames } from './field-names.ts';
import { focusFirstWrong } from './first-wrong-field.ts';
import { Problem } from './problem.tsx';
import { applySaved, caughtUp } from './rules.ts';
import { useUnsaved } from './use-unsaved.ts';

interface ResourceOptions<Values, Saved, Change> {
  readonly values: Values;
  /** `useApiMutation('patch', '/api/v1/missions/{id}', …)`, or a POST for something new. */
  readonly save: UseMutationResult<Saved, Error, Change, unknown>;
  readonly changeOf: (values: Values, isDirty: (field: string) => boolean, before: Values) => NoInfer<Change>;
  /** `useTag(path, params, valuesOf)` of what is changed: a change made by someone else is never overwritten unnoticed. */
  readonly tag?: Tag<NoInfer<Values>>;
  /** How the form calls a field where the API has another name for it. */
  readonly fieldOf?: (path: string) => string;
  /** For a form that stays open: what was saved is its new beginning. */
  readonly valuesOf?: (saved: NoInfer<Saved>) => NoInfer<Values>;
  /** What can be said without asking the service. */
  readonly validate?: FormValidateInput<Values>;
  readonly onSaved?: (saved: NoInfer<Saved>, values: NoInfer<Values>) => void;
}

export interface Resource<Values> {
  readonly form: UseFormReturnType<Values>;
  readonly submit: React.SubmitEventHandler<HTMLFormElement>;
  readonly error: unknown;
  readonly isSending: boolean;
  /** After a change by other means, such as publishing. */
  readonly renewTag: () => void;
  readonly catchUp: CatchUp;
}

/** For a form whose version is out of date. */
interface CatchUp {
  /** Reads the newest version. What was typed stays. */
  readonly run: () => void;
  readonly isRunning: boolean;
  readonly error: unknown;
  /** Once it is read: the fields that someone else has changed as well. */
  readonly both: readonly string[] | undefined;
}

/** A form that creates or changes one resource: its tag, refusals at the right field, and the question before leaving. */
export function useResourceForm<Values extends object, Saved, Change>(
  options: ResourceOptions<Values, Saved, Change>,
): Resource<Values> {
  const { values: initialValues, save, changeOf, tag, fieldOf, valuesOf, validate, onSaved } = options;
  const form = useForm<Values>({ initialValues, ...(validate && { validate }) });
  useUnsaved(valuesOf !== undefined && form.isDirty());
  const [invalid, setInvalid] = useState<{ readonly form: Element | undefined }>();
  // After the fields say what is wrong.
  useEffect(() => focusFirstWrong(invalid?.form ?? null), [invalid]);
  const [both, setBoth] = useState<readonly string[]>();
  const catchUp = useTask(async () => {
    const newest = await tag?.newest();
    if (newest === undefined) return;
    const next = caughtUp(form.getValues(), form.getInitialValues(), newest);
    form.setInitialValues(newest);
    form.setValues(next.values);
    setBoth(next.both);
    save.reset();
  });
  const submit = (values: Values) => {
    setBoth(undefined);
    save.mutate(
      { ...changeOf(values, form.isDirty, form.getInitialValues()), ifMatch: tag?.ifMatch },
      {
        onSuccess: (saved) => {
          if (valuesOf !== undefined) applySaved(form, values, valuesOf(saved));
          if (valuesOf !== undefined) void tag?.renew();
          onSaved?.(saved, values);
        },
        onError: (error) => form.setErrors(fieldErrorsOf(error, fieldOf)),
      },
    );
  };
  return {
    form,
    submit: form.onSubmit(submit, (_errors, _values, event) => setInvalid({ form: event?.currentTarget })),
    error: save.error,
    isSending: save.isPending,
    renewTag: () => void tag?.renew(),
    catchUp: { run: () => catchUp.mutate(), isRunning: catchUp.isPending, error: catchUp.error, both },
  };
}

/** The button that had it is gone. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

/** Someone else was faster: their version is read here, without losing what was typed. */
function OutOfDate<Values>({ resource }: { readonly resource: Resource<Values> }) {
  const { error, catchUp } = resource;
  const t = useTranslations('common.outOfDate');
  const { list } = useFormatter();
  const nameOf = useFieldNames();
  if (catchUp.both !== undefined) {
    const fields = catchUp.both.map((field) => nameOf(field)).filter((name) => name !== undefined);
    return (
      <Alert color="pine" role="status" title={t('loaded')} ref={takeFocus} tabIndex={-1}>
        {catchUp.both.length === 0
          ? t('kept')
          : fields.length < catchUp.both.length
            ? t('both')
            : t('bothFields', { fields: list(fields) })}
      </Alert>
    );
  }
  if (!hasCode(error, 'precondition_failed')) return null;
  return (
    <Alert color="red" role="alert" title={error.title}>
      <Stack gap="xs" align="flex-start">
        <Text>{t('text')}</Text>
        <Button variant="light" loading={catchUp.isRunning} onClick={catchUp.run}>
          {t('load')}
        </Button>
        <Problem error={catchUp.error} />
      </Stack>
    </Alert>
  );
}

/** What `OutOfDate` says is not said twice. */
const otherThanOutOfDate = (error: unknown) => (hasCode(error, 'precondition_failed') ? null : error);

export interface ResourceDialogProps<Values> {
  readonly resource: Resource<Values>;
  readonly title: string;
  readonly submitLabel: string;
  readonly close: () => void;
}

interface DialogContent {
  readonly size?: 'md' | 'lg' | 'xl';
  readonly isDisabled?: boolean;
  /** Fields with their own input; errors of other fields are shown above the buttons. */
  readonly shownFields: readonly string[];
  readonly children: ReactNode;
}

export function ResourceDialog<Values>(props: ResourceDialogProps<Values> & DialogContent) {
  const { resource, children, ...dialog } = props;
  const { form, submit, error, isSending } = resource;
  return (
    <FormDialog
      {...dialog}
      onSubmit={submit}
      error={otherThanOutOfDate(error)}
      isSending={isSending}
      isDirty={form.isDirty()}
    >
      {children}
      <OutOfDate resource={resource} />
    </FormDialog>
  );
}

interface NameFieldsProps<Name extends string> {
  readonly t: (key: 'name' | 'description') => string;
  readonly hint?: string;
  readonly inputProps: (field: Name | 'description') => object;
  /** How the API calls the name. */
  readonly name?: Name;
}

/** The first two fields of most resources. */
export function NameFields<Name extends 'name' | 'title' = 'name'>(props: NameFieldsProps<Name>) {
  const { t, hint, inputProps, name = 'name' as Name } = props;
  return (
    <>
      <TextInput label={t('name')} required maxLength={200} data-autofocus {...inputProps(name)} />
      <Textarea
        label={t('description')}
        description={hint}
        autosize
        minRows={2}
        maxLength={10_000}
        {...inputProps('description')}
      />
    </>
  );
}

interface SaveRowProps<Values> {
  readonly resource: Resource<Values>;
  readonly shownFields: readonly string[];
  /** Where more than the form's own fields belong to it. */
  readonly isDirty?: boolean;
  readonly isBroken?: boolean;
  /** The refusal has its own place. */
  readonly isShown?: boolean;
  /** Buttons at the other end. */
  readonly children?: ReactNode;
}

/** The end of a form on a page: what went wrong, and the button. */
export function SaveRow<Values>(props: SaveRowProps<Values>) {
  const { resource, shownFields, isBroken = false, isShown = false, children } = props;
  const { form, error, isSending } = resource;
  const isDirty = props.isDirty ?? form.isDirty();
  const isIdle = !isDirty || isBroken;
  const t = useTranslations('common');
  return (
    <Stack mt="md">
      {!isShown && <Problem error={otherThanOutOfDate(error)} shownFields={shownFields} />}
      <OutOfDate resource={resource} />
      <Group justify={children === undefined ? 'flex-end' : 'space-between'}>
        {children}
        <Group>
          {isDirty && <span>{t('status.unsaved')}</span>}
          {/* Not `disabled`: after saving there is nothing to save, and the focus would be lost. */}
          <Button
            type="submit"
            loading={isSending}
            data-disabled={isIdle}
            aria-disabled={isIdle}
            onClick={(event) => isIdle && event.preventDefault()}
          >
            {t('action.save')}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
