import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useSearchText } from '../../../components/use-search-text.ts';
import classes from '../parts/parts.module.css';
import { PersonChoice } from '../parts/person-choice.tsx';
import { type AuditSearch, actorKinds, auditSearch, objectTypes } from './audit-search.ts';

export function AuditFilters({
  search,
  change,
}: {
  readonly search: AuditSearch;
  readonly change: (search: AuditSearch) => void;
}) {
  const t = useTranslations('settings');
  const set = (next: object) => change(auditSearch({ ...search, ...next }));
  const action = useSearchText(search.action, (value) => set({ action: value }));
  return (
    <search aria-label={t('audit.filters')} className={classes['filters']}>
      <NativeSelect
        label={t('audit.object')}
        value={search.object ?? ''}
        data={[
          { value: '', label: t('audit.allObjects') },
          ...objectTypes.map((value) => ({ value, label: t(`object.${value}`) })),
        ]}
        onChange={({ currentTarget }) => set({ object: currentTarget.value })}
      />
      <NativeSelect
        label={t('audit.actorKind')}
        value={search.by ?? ''}
        data={[
          { value: '', label: t('audit.allActors') },
          ...actorKinds.map((value) => ({ value, label: t(`audit.kind.${value}`) })),
        ]}
        onChange={({ currentTarget }) => set({ by: currentTarget.value })}
      />
      <TextInput
        label={t('audit.action')}
        placeholder={t('audit.actionHint')}
        value={action.value}
        onChange={({ currentTarget }) => action.type(currentTarget.value)}
      />
      <PersonChoice
        label={t('audit.person')}
        value={search.actor ?? null}
        onChange={(actor) => set({ actor: actor ?? undefined })}
      />
      <PersonChoice
        label={t('audit.subject')}
        value={search.subject ?? null}
        onChange={(subject) => set({ subject: subject ?? undefined })}
      />
      <TextInput
        label={t('audit.from')}
        type="date"
        value={search.from ?? ''}
        onChange={({ currentTarget }) => set({ from: currentTarget.value })}
      />
      <TextInput
        label={t('audit.to')}
        type="date"
        value={search.to ?? ''}
        onChange={({ currentTarget }) => set({ to: currentTarget.value })}
      />
      {Object.keys(search).length > 0 && (
        <Button variant="subtle" onClick={() => change({})}>
          {t('audit.clear')}
        </Button>
      )}
    </search>
  );
}
