import { Button, NativeSelect, Select, TextInput } from '@mantine/core';
import { useMessages, useTranslations } from 'use-intl';
import classes from '../../ui/parts.module.css';
import { PersonPicker } from '../../ui/person-picker.tsx';
import { type AuditSearch, actorKinds, auditSearch, objectTypes } from './audit-search.ts';

export function AuditFilters({
  search,
  change,
}: {
  readonly search: AuditSearch;
  readonly change: (search: AuditSearch) => void;
}) {
  const t = useTranslations('audit');
  const actions = useActions();
  const set = (next: object) => change(auditSearch({ ...search, ...next }));
  return (
    <search aria-label={t('list.filters')} className={classes['filters']}>
      <NativeSelect
        label={t('list.object')}
        value={search.object ?? ''}
        data={[
          { value: '', label: t('list.allObjects') },
          ...objectTypes.map((value) => ({ value, label: t(`object.${value}`) })),
        ]}
        onChange={({ currentTarget }) => set({ object: currentTarget.value })}
      />
      <NativeSelect
        label={t('list.actorKind')}
        value={search.by ?? ''}
        data={[
          { value: '', label: t('list.allActors') },
          ...actorKinds.map((value) => ({ value, label: t(`list.kind.${value}`) })),
        ]}
        onChange={({ currentTarget }) => set({ by: currentTarget.value })}
      />
      <Select
        label={t('list.action')}
        placeholder={t('list.allActions')}
        searchable
        clearable
        value={search.action ?? null}
        data={actions}
        onChange={(action) => set({ action: action ?? undefined })}
      />
      <PersonPicker
        label={t('list.person')}
        value={search.actor ?? null}
        onChange={(actor) => set({ actor: actor ?? undefined })}
      />
      <PersonPicker
        label={t('list.subject')}
        value={search.subject ?? null}
        onChange={(subject) => set({ subject: subject ?? undefined })}
      />
      <TextInput
        label={t('list.from')}
        type="date"
        value={search.from ?? ''}
        onChange={({ currentTarget }) => set({ from: currentTarget.value })}
      />
      <TextInput
        label={t('list.to')}
        type="date"
        value={search.to ?? ''}
        onChange={({ currentTarget }) => set({ to: currentTarget.value })}
      />
      {Object.keys(search).length > 0 && (
        <Button variant="subtle" onClick={() => change({})}>
          {t('list.clear')}
        </Button>
      )}
    </search>
  );
}

/** Everything that the log can say, in the order of the alphabet. */
function useActions() {
  const { audit } = useMessages() as { audit: { action: Record<string, Record<string, string>> } };
  return Object.entries(audit.action)
    .flatMap(([object, verbs]) =>
      Object.entries(verbs).map(([verb, label]) => ({ value: `${object}.${verb}`, label })),
    )
    .sort((one, other) => one.label.localeCompare(other.label));
}
