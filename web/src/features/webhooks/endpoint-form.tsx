import { TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { useTag } from '../../api/use-tag.ts';
import { ResourceDialog, type ResourceDialogProps, useResourceForm } from '../../ui/resource-form.tsx';
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

const noEndpoint: Values = { name: '', url: '', events: [] };

interface CreateEndpointProps {
  readonly close: () => void;
  readonly created: (endpoint: Schemas['WebhookEndpointWithSecret']) => void;
}

export function CreateEndpoint({ close, created }: CreateEndpointProps) {
  const t = useTranslations('webhooks.form');
  const organization_id = useOrganizationId();
  const resource = useResourceForm({
    values: noEndpoint,
    save: useApiMutation('post', '/api/v1/webhooks/endpoints', {
      invalidates: [['/api/v1/webhooks/endpoints']],
      onSuccess: created,
    }),
    changeOf: (values) => ({ body: { ...values, organization_id } }),
    fieldOf: wholeList,
  });
  return <EndpointDialog resource={resource} title={t('create')} submitLabel={t('submit')} close={close} />;
}

interface ChangeEndpointProps {
  readonly endpoint: Schemas['WebhookEndpoint'];
  readonly close: () => void;
}

export function ChangeEndpoint({ endpoint, close }: ChangeEndpointProps) {
  const t = useTranslations('webhooks.form');
  const save = useTranslations('common.action')('save');
  const path = { path: { id: endpoint.id } };
  const values: Values = { name: endpoint.name, url: endpoint.url, events: [...endpoint.events] };
  const resource = useResourceForm({
    values,
    save: useApiMutation('patch', '/api/v1/webhooks/endpoints/{id}', {
      invalidates: [['/api/v1/webhooks/endpoints'], ['/api/v1/webhooks/endpoints/{id}', path]],
      onSuccess: close,
    }),
    changeOf: (body) => ({ ...path, body }),
    tag: useTag('/api/v1/webhooks/endpoints/{id}', path),
    fieldOf: wholeList,
  });
  return <EndpointDialog resource={resource} title={t('change')} submitLabel={save} close={close} />;
}

function EndpointDialog(props: ResourceDialogProps<Values>) {
  const t = useTranslations('webhooks.form');
  const { form } = props.resource;
  return (
    <ResourceDialog {...props} shownFields={shownFields}>
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
    </ResourceDialog>
  );
}
