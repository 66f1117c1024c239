import { ActionIcon, Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconDeviceFloppy, IconMail, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMembership, useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { ConfirmAction } from '../../ui/lazy-dialog.tsx';
import { ResourceDialog, useResourceForm } from '../../ui/resource-form.tsx';
import { isEmpty } from '../../ui/search-text.ts';
import { Write } from '../notifications/index.ts';
import { type PeopleSearch, peopleSearch } from './people-search.ts';

const stale = [['/api/v1/organizations/{id}/people-filters']] as const;

interface SavedFiltersProps {
  readonly search: PeopleSearch;
  readonly change: (search: PeopleSearch) => void;
}

const textOf = (search: PeopleSearch) => JSON.stringify(Object.entries(peopleSearch(search)).sort());

/** Filters to come back to: one's own, and those that other coordinators share. */
export function SavedFilters({ search, change }: SavedFiltersProps) {
  const t = useTranslations('people.saved');
  const id = useOrganizationId();
  const { may } = useMembership();
  const [isSaving, setSaving] = useState(false);
  const filters = useQuery(apiQuery('/api/v1/organizations/{id}/people-filters', { path: { id } }));
  const items = filters.data?.items ?? [];
  const current = items.find(({ filter }) => textOf(peopleSearch(filter)) === textOf(search));
  const remove = useApiMutation('delete', '/api/v1/organizations/{id}/people-filters/{filter_id}', {
    invalidates: stale,
  });
  return (
    <Group align="flex-end" mb="md" gap="xs">
      {items.length > 0 && (
        <NativeSelect
          label={t('label')}
          value={current?.id ?? ''}
          data={[
            { value: '', label: t('none') },
            ...items.map((one) => ({
              value: String(one.id),
              label: one.is_mine ? one.name : t('sharedName', { name: one.name }),
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            change(peopleSearch(items.find((one) => String(one.id) === value)?.filter ?? {}))
          }
        />
      )}
      {current !== undefined && (current.is_mine || may('admin')) && (
        <ConfirmAction
          title={t('deleteTitle', { name: current.name })}
          text={current.is_shared ? t('deleteShared') : t('deleteOwn')}
          confirmLabel={t('delete')}
          isDangerous
          onConfirm={() => remove.mutateAsync({ path: { id, filter_id: current.id } })}
        >
          {(ask) => (
            <ActionIcon
              variant="default"
              size={44}
              aria-label={t('deleteOf', { name: current.name })}
              onClick={ask}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          )}
        </ConfirmAction>
      )}
      {current === undefined && !isEmpty(search) && (
        <Button
          variant="default"
          leftSection={<IconDeviceFloppy size={18} aria-hidden />}
          onClick={() => setSaving(true)}
        >
          {t('save')}
        </Button>
      )}
      {!isEmpty(search) && (
        <Write
          target={current === undefined ? { filter: search } : { filter_id: current.id }}
          title={current === undefined ? t('messageTitle') : t('messageTo', { name: current.name })}
        >
          {(open) => (
            <Button variant="default" leftSection={<IconMail size={18} aria-hidden />} onClick={open}>
              {t('message')}
            </Button>
          )}
        </Write>
      )}
      {isSaving && <SaveFilter search={search} close={() => setSaving(false)} />}
    </Group>
  );
}

function SaveFilter({ search, close }: { readonly search: PeopleSearch; readonly close: () => void }) {
  const t = useTranslations('people.saved');
  const path = { id: useOrganizationId() };
  const resource = useResourceForm({
    values: { name: '', is_shared: false },
    save: useApiMutation('post', '/api/v1/organizations/{id}/people-filters', {
      invalidates: stale,
      onSuccess: close,
    }),
    changeOf: (values) => ({ path, body: { ...values, filter: search } }),
  });
  const { form } = resource;
  return (
    <ResourceDialog
      resource={resource}
      title={t('save')}
      submitLabel={t('submit')}
      shownFields={['name']}
      size="md"
      close={close}
    >
      <TextInput label={t('name')} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <Checkbox
        label={t('share')}
        description={t('shareHint')}
        {...form.getInputProps('is_shared', { type: 'checkbox' })}
      />
    </ResourceDialog>
  );
}
