import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMembership, useOrganizationId } from '../../../api/me.ts';
import { apiPages } from '../../../api/query.ts';
import { dayStart, plusDays } from '../../../time/calendar.ts';
import { CursorList } from '../../../ui/cursor-list.tsx';
import { Page } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import classes from '../audit.module.css';
import { AuditEntry } from '../audit-entry.tsx';
import { AuditFilters } from '../audit-filters.tsx';
import type { AuditSearch } from '../audit-search.ts';

const route = getRouteApi('/manage/audit');

export function AuditPage() {
  const t = useTranslations('audit');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // On a phone the filters would hide what they are about.
  const [isFiltering, setFiltering] = useState(
    () => Object.keys(search).length > 0 || matchMedia('(min-width: 48em)').matches,
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
