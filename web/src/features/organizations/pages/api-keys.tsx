import { Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { msOf } from '../../../time/calendar.ts';
import { ChooseMany } from '../../../ui/choose-many.tsx';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { ConfirmAction } from '../../../ui/lazy-dialog.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { Day, Moment } from '../../../ui/moment.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { Page } from '../../../ui/page.tsx';
import { ResourceDialog, useResourceForm } from '../../../ui/resource-form.tsx';
import { Section } from '../../../ui/section.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { EmptyState } from '../../../ui/states.tsx';

export function ApiKeysPage() {
  const t = useTranslations('manageOrganizations');
  const id = useOrganizationId();
  const [isCreating, setCreating] = useState(false);
  const [key, setKey] = useState<string>();
  const keys = useInfiniteQuery(apiPages('/api/v1/organizations/{id}/api-keys', { path: { id } }));
  return (
    <Page
      title={t('title.apiKeys')}
      lead={t('keys.lead')}
      width="wide"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
          {t('keys.create')}
        </Button>
      }
    >
      <Section title={t('keys.label')} actions={<Anchor href="/docs">{t('keys.docs')}</Anchor>}>
        <CursorList
          query={keys}
          empty={
            <EmptyState
              title={t('keys.emptyTitle')}
              text={t('keys.emptyText')}
              icon={<IconKey size={40} stroke={1.5} aria-hidden />}
            />
          }
        >
          {(rows) => <KeyList keys={rows} showKey={setKey} />}
        </CursorList>
      </Section>
      {isCreating && (
        <CreateKey
          close={() => setCreating(false)}
          created={(made) => {
            setCreating(false);
            setKey(made);
          }}
        />
      )}
      {key !== undefined && (
        <ShownOnce
          title={t('keys.onceTitle')}
          label={t('keys.onceLabel')}
          text={key}
          warning={t('keys.onceWarning')}
          close={() => setKey(undefined)}
        />
      )}
    </Page>
  );
}

/** What has its own input; errors of the rest are named above the buttons. */
const shownFields = ['name', 'scopes.*', 'expires_in_days'];

type Scope = Schemas['ApiKey']['scopes'][number];

const scopes = [
  'shifts',
  'attendance',
  'members',
  'programs',
  'forms',
  'journeys',
  'badges',
  'webhooks',
  'organization',
  'audit',
  'jobs',
] as const satisfies readonly Scope[];

interface Values {
  name: string;
  scopes: Scope[];
  expires_in_days: number | '';
}

const noKey: Values = { name: '', scopes: [], expires_in_days: '' };

function CreateKey({
  close,
  created,
}: {
  readonly close: () => void;
  readonly created: (key: string) => void;
}) {
  const t = useTranslations('manageOrganizations');
  const id = useOrganizationId();
  const resource = useResourceForm({
    values: noKey,
    validate: { scopes: (chosen) => (chosen.length === 0 ? t('keys.scopesNeeded') : null) },
    save: useApiMutation('post', '/api/v1/organizations/{id}/api-keys', {
      invalidates: [['/api/v1/organizations/{id}/api-keys']],
      onSuccess: ({ key }) => created(key),
    }),
    changeOf: ({ expires_in_days: days, ...rest }) => ({
      path: { id },
      body: { ...rest, ...(days !== '' && { expires_in_days: days }) },
    }),
    fieldOf: (path) => path.split('.')[0] ?? path,
  });
  const { form } = resource;
  const scopeError = form.errors['scopes'];
  return (
    <ResourceDialog
      resource={resource}
      title={t('keys.create')}
      submitLabel={t('keys.submit')}
      shownFields={shownFields}
      close={close}
    >
      <TextInput
        label={t('keys.name')}
        description={t('keys.nameHint')}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ChooseMany
        label={t('keys.scopes')}
        options={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
        value={form.values.scopes}
        onChange={(chosen) => form.setFieldValue('scopes', chosen)}
        error={typeof scopeError === 'string' ? scopeError : undefined}
      />
      <NumberInput
        label={t('keys.expires')}
        description={t('keys.expiresHint')}
        min={1}
        max={3_650}
        allowDecimal={false}
        {...form.getInputProps('expires_in_days')}
      />
    </ResourceDialog>
  );
}

type Key = Schemas['ApiKey'];

function KeyList({
  keys,
  showKey,
}: {
  readonly keys: readonly Key[];
  readonly showKey: (key: string) => void;
}) {
  const t = useTranslations('manageOrganizations.keys');
  const admin = useTranslations('common');
  const columns: readonly Column<Key>[] = [
    { key: 'name', label: t('name'), isTitle: true, render: ({ name }) => name },
    { key: 'prefix', label: t('begins'), render: ({ prefix }) => <code>{prefix}…</code> },
    { key: 'scopes', label: t('scopes'), render: ({ scopes }) => <Scopes scopes={scopes} /> },
    { key: 'state', label: t('state'), render: (key) => <KeyState apiKey={key} /> },
    {
      key: 'used',
      label: t('lastUsed'),
      render: ({ last_used_at }) => (last_used_at === null ? admin('never') : <Moment at={last_used_at} />),
    },
    {
      key: 'until',
      label: t('until'),
      render: ({ expires_at }) => (expires_at === null ? t('unlimited') : <Day at={expires_at} />),
    },
    {
      key: 'revoke',
      label: admin('actions'),
      align: 'end',
      render: (key) => (
        <Group gap="xs" justify="flex-end">
          {key.needs_takeover && <TakeOver apiKey={key} showKey={showKey} />}
          {key.revoked_at === null && <Revoke apiKey={key} />}
        </Group>
      ),
    },
  ];
  return <DataTable label={t('label')} columns={columns} rows={keys} rowKey={({ id }) => id} />;
}

function Scopes({ scopes }: { readonly scopes: Key['scopes'] }) {
  const t = useTranslations('manageOrganizations.scope');
  return (
    <Group gap={4} justify="flex-start">
      {scopes.map((scope) => (
        <Mark key={scope}>{t(scope)}</Mark>
      ))}
    </Group>
  );
}

function KeyState({ apiKey }: { readonly apiKey: Key }) {
  const t = useTranslations('manageOrganizations.keys');
  const { revoked_at, expires_at, suspended_at, needs_takeover, created_by_name: name } = apiKey;
  if (revoked_at !== null) return <Mark tone="bad">{t('revoked')}</Mark>;
  if (needs_takeover)
    return (
      <>
        <Mark tone="bad">{t('suspended')}</Mark>
        <Text size="sm">{t('suspendedText', { name })}</Text>
      </>
    );
  if (suspended_at !== null) return <Mark>{t('expired')}</Mark>;
  if (expires_at !== null && msOf(expires_at) <= Date.now()) return <Mark>{t('expired')}</Mark>;
  return <Mark tone="good">{t('good')}</Mark>;
}

function TakeOver({
  apiKey: { id, organization_id, name },
  showKey,
}: {
  readonly apiKey: Key;
  readonly showKey: (key: string) => void;
}) {
  const t = useTranslations('manageOrganizations.keys');
  const takeOver = useApiMutation('post', '/api/v1/organizations/{id}/api-keys/{key_id}/take-over', {
    invalidates: [['/api/v1/organizations/{id}/api-keys']],
    onSuccess: ({ key }) => showKey(key),
  });
  return (
    <ConfirmAction
      title={t('takeOverTitle', { name })}
      text={t('takeOverText')}
      confirmLabel={t('takeOver')}
      onConfirm={() => takeOver.mutateAsync({ path: { id: organization_id, key_id: id } })}
    >
      {(ask) => (
        <Button variant="light" aria-label={t('takeOverOf', { name })} onClick={ask}>
          {t('takeOver')}
        </Button>
      )}
    </ConfirmAction>
  );
}

function Revoke({ apiKey: { id, organization_id, name } }: { readonly apiKey: Key }) {
  const t = useTranslations('manageOrganizations.keys');
  const revoke = useApiMutation('delete', '/api/v1/organizations/{id}/api-keys/{key_id}', {
    invalidates: [['/api/v1/organizations/{id}/api-keys']],
  });
  return (
    <ConfirmAction
      title={t('revokeTitle', { name })}
      text={t('revokeText')}
      confirmLabel={t('revoke')}
      isDangerous
      onConfirm={() => revoke.mutateAsync({ path: { id: organization_id, key_id: id } })}
    >
      {(ask) => (
        <Button variant="subtle" aria-label={t('revokeOf', { name })} onClick={ask}>
          {t('revoke')}
        </Button>
      )}
    </ConfirmAction>
  );
}
