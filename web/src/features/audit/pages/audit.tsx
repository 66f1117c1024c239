import { Button, NativeSelect, Select, TextInput } from '@mantine/core';
import { auditObjectTypes } from '@muster/client';
import { IconListSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import { useMembership, useOrganizationId } from '../../../api/me.ts';
import { apiPages } from '../../../api/query.ts';
import { dayStart, plusDays } from '../../../time/calendar.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { Page } from '../../../ui/page.tsx';
import parts from '../../../ui/parts.module.css';
import { PersonPicker } from '../../../ui/person-picker.tsx';
import { isEmpty } from '../../../ui/search-text.ts';
import { Section } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import classes from '../audit.module.css';
import { AuditEntry } from '../audit-entry.tsx';
import { type AuditSearch, actorKinds, auditSearch } from '../audit-search.ts';

const route = getRouteApi('/manage/audit');

export function AuditPage() {
  const t = useTranslations('audit');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // On a phone the filters would hide what they are about.
  const [isFiltering, setFiltering] = useState(
    () => !isEmpty(search) || matchMedia('(min-width: 48em)').matches,
  );
  const query = useAudit(search);
  return (
    <Page title={t('title')} lead={t('list.lead')}>
      <Section
        title={t('list.filters')}
        actions={
          <Button variant="subtle" aria-expanded={isFiltering} onClick={() => setFiltering(!isFiltering)}>
            {t(isFiltering ? 'list.hide' : 'list.show')}
          </Button>
        }
      >
        {isFiltering && (
          <AuditFilters
            search={search}
            change={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
          />
        )}
      </Section>
      <Section title={t('list.label')}>
        <CursorList
          query={query}
          empty={
            <EmptyState
              title={t('list.emptyTitle')}
              text={t('list.emptyText')}
              icon={<IconListSearch size={40} stroke={1.5} aria-hidden />}
            />
          }
        >
          {(entries) => (
            <ul className={classes['list']}>
              {entries.map((entry) => (
                <AuditEntry key={entry.id} entry={entry} />
              ))}
            </ul>
          )}
        </CursorList>
      </Section>
    </Page>
  );
}

function useAudit({ object, action, by, actor, subject, from, to }: AuditSearch) {
  const organizationId = useOrganizationId();
  const zone = useMembership().organization?.time_zone ?? 'UTC';
  return useInfiniteQuery(
    apiPages('/api/v1/audit', {
      query: {
        organization_id: organizationId,
        ...(object && { object_type: object }),
        ...(action && { action }),
        ...(by && { actor_kind: by }),
        ...(actor && { actor_id: actor }),
        ...(subject && { user_id: subject }),
        ...(from && { from: dayStart(from, zone) }),
        ...(to && { to: dayStart(plusDays(to, 1), zone) }),
      },
    }),
  );
}

function AuditFilters({
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
    <search aria-label={t('list.filters')} className={parts['filters']}>
      <NativeSelect
        label={t('list.object')}
        value={search.object ?? ''}
        data={[
          { value: '', label: t('list.allObjects') },
          ...auditObjectTypes.map((value) => ({ value, label: t(`object.${value}`) })),
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
      {!isEmpty(search) && (
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
