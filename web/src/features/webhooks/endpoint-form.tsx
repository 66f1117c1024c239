import { Checkbox, Fieldset, Stack, Text, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { useTag } from '../../api/use-tag.ts';
import { ResourceDialog, type ResourceDialogProps, useResourceForm } from '../../ui/resource-form.tsx';
import { Loaded } from '../../ui/states.tsx';

/** The error of a list belongs to the whole of it: `events.2` is shown at the events. */
const wholeList = (path: string) => path.split('.')[0] ?? path;

/** What has its own input; errors of the rest are named above the buttons. */
const shownFields = ['name', 'url', 'events.*'];

interface Values {
  name: string;
  url: string;
  events: string[];
}

const valuesOf = ({ name, url, events }: Schemas['WebhookEndpoint']): Values => ({
  name,
  url,
  events: [...events],
});

/** The service would say it of a list, not of events. */
function useEventsNeeded() {
  const t = useTranslations('webhooks.form');
  return { events: (chosen: readonly string[]) => (chosen.length === 0 ? t('eventsNeeded') : null) };
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
    validate: useEventsNeeded(),
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
  const resource = useResourceForm({
    values: valuesOf(endpoint),
    save: useApiMutation('patch', '/api/v1/webhooks/endpoints/{id}', {
      invalidates: [['/api/v1/webhooks/endpoints'], ['/api/v1/webhooks/endpoints/{id}', path]],
      onSuccess: close,
    }),
    changeOf: (body) => ({ ...path, body }),
    tag: useTag('/api/v1/webhooks/endpoints/{id}', path, valuesOf),
    fieldOf: wholeList,
    validate: useEventsNeeded(),
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

interface EventChoiceProps {
  readonly value: readonly string[];
  readonly onChange: (events: string[]) => void;
  readonly error?: string | undefined;
}

/** The events to choose from, by area, each with its name in the API. */
function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const t = useTranslations('webhooks.form');
  const events = useQuery(apiQuery('/api/v1/webhooks/events'));
  const errorId = useId();
  return (
    <Fieldset legend={<Text fw={600}>{t('events')}</Text>} variant="unstyled">
      {error !== undefined && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert" id={errorId}>
          {error}
        </Text>
      )}
      <Loaded query={events}>
        {({ items }) => (
          <Stack gap="lg" mt="xs">
            {byArea(items).map(([area, ofArea], index) => (
              <AreaChoice
                key={area}
                area={area}
                events={ofArea}
                value={value}
                onChange={onChange}
                errorId={error !== undefined && index === 0 ? errorId : undefined}
              />
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

interface AreaChoiceProps extends Omit<EventChoiceProps, 'error'> {
  readonly area: EventArea;
  readonly events: readonly Schemas['WebhookEvent'][];
  /** Of the first one, where the focus goes if nothing is chosen. */
  readonly errorId: string | undefined;
}

function AreaChoice({ area, events, value, onChange, errorId }: AreaChoiceProps) {
  const t = useTranslations('webhooks');
  const names = events.map(({ name }) => name);
  const chosen = names.filter((name) => value.includes(name));
  const without = value.filter((name) => !names.includes(name));
  return (
    <Stack gap="xs">
      <Checkbox
        label={t('form.all', { area: t(`area.${area}`) })}
        fw={600}
        aria-invalid={errorId !== undefined}
        aria-describedby={errorId}
        checked={chosen.length === names.length}
        indeterminate={chosen.length > 0 && chosen.length < names.length}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? [...without, ...names] : without)}
      />
      {events.map(({ name, description }) => (
        <Checkbox
          key={name}
          ms="lg"
          label={name}
          description={description}
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
