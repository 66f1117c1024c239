import { Checkbox, Fieldset, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { useTag } from '../../api/use-tag.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { useFieldErrors } from '../../ui/field-errors.ts';
import { Loaded } from '../../ui/states.tsx';

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

interface EventChoiceProps {
  readonly value: readonly string[];
  readonly onChange: (events: string[]) => void;
  readonly error?: string | undefined;
}

/** What can be heard about, by area, each with the words of the API. */
function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const t = useTranslations('webhooks.form');
  const events = useQuery(apiQuery('/api/v1/webhooks/events'));
  return (
    <Fieldset legend={<Text fw={600}>{t('events')}</Text>} variant="unstyled">
      {error !== undefined && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {error}
        </Text>
      )}
      <Loaded query={events}>
        {({ items }) => (
          <Stack gap="lg" mt="xs">
            {byArea(items).map(([area, ofArea]) => (
              <AreaChoice key={area} area={area} events={ofArea} value={value} onChange={onChange} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Fieldset>
  );
}

/** What happens most often comes first. */
function byArea(events: readonly Schemas['WebhookEvent'][]) {
  const groups = [...Map.groupBy(events, ({ name }) => areaOf(name))];
  return groups.sort(([one], [other]) => rankOf(one) - rankOf(other));
}

interface AreaChoiceProps extends EventChoiceProps {
  readonly area: EventArea;
  readonly events: readonly Schemas['WebhookEvent'][];
}

function AreaChoice({ area, events, value, onChange }: AreaChoiceProps) {
  const t = useTranslations('webhooks');
  const names = events.map(({ name }) => name);
  const chosen = names.filter((name) => value.includes(name));
  const without = value.filter((name) => !names.includes(name));
  return (
    <Stack gap="xs">
      <Checkbox
        label={t('form.all', { area: t(`area.${area}`) })}
        fw={600}
        checked={chosen.length === names.length}
        indeterminate={chosen.length > 0 && chosen.length < names.length}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? [...without, ...names] : without)}
      />
      {events.map(({ name, description }) => (
        <Checkbox
          key={name}
          ms="lg"
          label={name}
          description={<span lang="en">{description}</span>}
          checked={value.includes(name)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...value, name] : value.filter((one) => one !== name))
          }
        />
      ))}
    </Stack>
  );
}

const areas = ['shift', 'member', 'form', 'journey', 'badge', 'hours', 'webhook'] as const;
type EventArea = (typeof areas)[number] | 'other';

/** `shift.checkin` is about shifts. An area that is newer than this app is still shown. */
function areaOf(event: string): EventArea {
  return areas.find((area) => event.startsWith(`${area}.`)) ?? 'other';
}

function rankOf(area: EventArea): number {
  return area === 'other' ? areas.length : areas.indexOf(area);
}
