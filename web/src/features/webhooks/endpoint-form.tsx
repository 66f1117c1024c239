import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { useTag } from '../../api/use-tag.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { useFieldErrors } from '../../ui/field-errors.ts';
import { EventChoice } from './event-choice.tsx';

/** The error of a list belongs to the whole of it: `events.2` is shown at the events. */
const wholeList = (path: string) => path.split('.')[0] ?? path;

/** What has an input of its own; errors of the rest are named above the buttons. */
const shownFields = ['name', 'url', 'events.*'];

interface Values {
  name: string;
  url: string;
  events: string[];
}

export function CreateEndpoint({
  close,
  created,
}: {
  readonly close: () => void;
  readonly created: (endpoint: Schemas['WebhookEndpointWithSecret']) => void;
}) {
  const t = useTranslations('webhooks.form');
  const organizationId = useOrganizationId();
  const fieldErrors = useFieldErrors(wholeList);
  const form = useForm<Values>({ initialValues: { name: '', url: '', events: [] } });
  const create = useApiMutation('post', '/api/v1/webhooks/endpoints', {
    invalidates: [['/api/v1/webhooks/endpoints']],
    onSuccess: created,
  });
  return (
    <FormDialog
      title={t('create')}
      close={close}
      submitLabel={t('submit')}
      isSending={create.isPending}
      error={create.error}
      shownFields={shownFields}
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit((values) =>
        create.mutate(
          { body: { ...values, organization_id: organizationId } },
          { onError: (error) => form.setErrors(fieldErrors(error)) },
        ),
      )}
    >
      <EndpointFields form={form} />
    </FormDialog>
  );
}

export function ChangeEndpoint({
  endpoint,
  close,
}: {
  readonly endpoint: Schemas['WebhookEndpoint'];
  readonly close: () => void;
}) {
  const t = useTranslations('webhooks.form');
  const common = useTranslations('common.action');
  const path = { path: { id: endpoint.id } };
  const tag = useTag('/api/v1/webhooks/endpoints/{id}', path);
  const { name, url, events } = endpoint;
  const fieldErrors = useFieldErrors(wholeList);
  const form = useForm<Values>({ initialValues: { name, url, events: [...events] } });
  const change = useApiMutation('patch', '/api/v1/webhooks/endpoints/{id}', {
    invalidates: [['/api/v1/webhooks/endpoints'], ['/api/v1/webhooks/endpoints/{id}', path]],
    onSuccess: close,
  });
  return (
    <FormDialog
      title={t('change')}
      close={close}
      submitLabel={common('save')}
      isSending={change.isPending}
      error={change.error}
      shownFields={shownFields}
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit((values) =>
        change.mutate(
          { ...path, body: values, ifMatch: tag.ifMatch },
          {
            onError: (error) => {
              form.setErrors(fieldErrors(error));
              void tag.afterRefusal(error);
            },
          },
        ),
      )}
    >
      <EndpointFields form={form} />
    </FormDialog>
  );
}

function EndpointFields({ form }: { readonly form: ReturnType<typeof useForm<Values>> }) {
  const t = useTranslations('webhooks.form');
  return (
    <>
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('url')}
        description={t('urlHint')}
        type="url"
        inputMode="url"
        required
        maxLength={2_000}
        {...form.getInputProps('url')}
      />
      <EventChoice
        value={form.values.events}
        onChange={(events) => form.setFieldValue('events', events)}
        error={typeof form.errors['events'] === 'string' ? form.errors['events'] : undefined}
      />
    </>
  );
}
