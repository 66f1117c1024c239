import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useOrganizationId } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiPages } from '../../../api/query.ts';
import { Moment } from '../../../ui/moment.tsx';
import { PublishedPage } from '../../../ui/published-page.tsx';
import { useArchived } from '../../../ui/resource-page.tsx';

/** Every response answers something, even where each question is optional. */
const emptySchema = { type: 'object', properties: {}, minProperties: 1 };

export function ManageFormsPage() {
  const t = useTranslations('manageForms');
  const organization_id = useOrganizationId();
  const query = { organization_id, ...(useArchived() && { status: 'archived' as const }) };
  return (
    <PublishedPage
      to="/manage/forms/$id"
      t={t}
      query={useInfiniteQuery(apiPages('/api/v1/forms', { query }))}
      nameOf={({ title }) => title}
      columns={[
        { key: 'changed', label: t('changed'), render: ({ updated_at }) => <Moment at={updated_at} /> },
      ]}
      creation={useApiMutation('post', '/api/v1/forms', { invalidates: [['/api/v1/forms']] })}
      changeOf={(title) => ({ body: { title, organization_id, schema: emptySchema } })}
    />
  );
}
