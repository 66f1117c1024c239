import { Button, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { msOf } from '../../time/calendar.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Day, Moment } from '../../ui/moment.tsx';

type Key = Schemas['ApiKey'];

export function KeyList({
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
      render: ({ expires_at }) => (expires_at === null ? t('forGood') : <Day at={expires_at} />),
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
  return <DataList label={t('label')} columns={columns} rows={keys} rowKey={({ id }) => id} />;
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
