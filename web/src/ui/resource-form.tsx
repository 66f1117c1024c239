import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormValidateInput, type UseFormReturnType, useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { hasCode } from '../api/problem.ts';
import type { Tag } from '../api/use-tag.ts';
import { FormDialog } from './dialog.tsx';
import { fieldErrorsOf } from './field-names.ts';
import { Problem } from './problem.tsx';
import { applySaved } from './rules.ts';
import { useUnsaved } from './use-unsaved.ts';

interface ResourceOptions<Values, Saved, Change> {
  readonly values: Values;
  /** `useApiMutation('patch', '/api/v1/missions/{id}', …)`, or a POST for something new. */
  readonly save: UseMutationResult<Saved, Error, Change, unknown>;
  readonly changeOf: (values: Values, isDirty: (field: string) => boolean) => NoInfer<Change>;
  /** `useTag(path, params)` of what is changed: a change made by someone else is never overwritten unnoticed. */
  readonly tag?: Tag;
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
}

/** A form that creates or changes one resource: its tag, refusals at the right field, and the question before leaving. */
export function useResourceForm<Values extends object, Saved, Change>(
  options: ResourceOptions<Values, Saved, Change>,
): Resource<Values> {
  const { values: initialValues, save, changeOf, tag, fieldOf, valuesOf, validate, onSaved } = options;
  const form = useForm<Values>({ initialValues, ...(validate && { validate }) });
  useUnsaved(valuesOf !== undefined && form.isDirty());
  const submit = (values: Values) =>
    save.mutate(
      { ...changeOf(values, form.isDirty), ifMatch: tag?.ifMatch },
      {
        onSuccess: (saved) => {
          if (valuesOf !== undefined) applySaved(form, values, valuesOf(saved));
          if (valuesOf !== undefined) void tag?.renew();
          onSaved?.(saved, values);
        },
        onError: (error) => {
          form.setErrors(fieldErrorsOf(error, fieldOf));
          void tag?.afterRefusal(error);
        },
      },
    );
  return {
    form,
    submit: form.onSubmit(submit),
    error: save.error,
    isSending: save.isPending,
    renewTag: () => void tag?.renew(),
  };
}

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

export function ResourceDialog<Values>({ resource, ...dialog }: ResourceDialogProps<Values> & DialogContent) {
  const { form, submit, error, isSending } = resource;
  return (
    <FormDialog {...dialog} onSubmit={submit} error={error} isSending={isSending} isDirty={form.isDirty()} />
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
  const t = useTranslations('common');
  return (
    <Stack mt="md">
      {!isShown && <Problem error={error} shownFields={shownFields} />}
      {hasCode(error, 'precondition_failed') && <p>{t('saveAgain')}</p>}
      <Group justify={children === undefined ? 'flex-end' : 'space-between'}>
        {children}
        <Group>
          {isDirty && <span>{t('status.unsaved')}</span>}
          <Button type="submit" loading={isSending} disabled={!isDirty || isBroken}>
            {t('action.save')}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
