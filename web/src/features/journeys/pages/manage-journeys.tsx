import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { PublishedPage } from '../../../ui/published-page.tsx';
import { useArchived } from '../../../ui/resource-page.tsx';

export function ManageJourneysPage() {
  const t = useTranslations('manageJourneys');
  const organization_id = useOrganizationId();
  const query = { organization_id, ...(useArchived() && { status: 'archived' as const }) };
  return (
    <PublishedPage
      to="/manage/journeys/$id"
      t={t}
      query={useInfiniteQuery(apiPages('/api/v1/journeys', { query }))}
      nameOf={({ name }) => name}
      columns={[
        {
          key: 'steps',
          label: t('steps'),
          render: ({ steps }) => t('stepCount', { count: steps.length }),
        },
      ]}
      creation={useApiMutation('post', '/api/v1/journeys', { invalidates: [['/api/v1/journeys']] })}
      changeOf={(name) => ({ body: { name, organization_id } })}
    />
  );
}
