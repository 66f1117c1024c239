import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { apiQuery } from '../../../api/query.ts';
import { Page } from '../../../ui/page.tsx';
import { PublishedMark } from '../../../ui/publish-state.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { FormBuilder } from '../builder/form-builder.tsx';
import { Submissions } from '../submissions.tsx';

const route = getRouteApi('/manage/forms/$id');

export function ManageFormPage() {
  const t = useTranslations('manageForms');
  const id = Number(route.useParams().id);
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(apiQuery('/api/v1/forms/{id}', { path: { id } }));
  return (
    <Page
      title={query.data?.title ?? t('title.form')}
      width="wide"
      actions={query.data && <PublishedMark status={query.data.status} />}
    >
      <Loaded query={query}>
        {(form) => (
          <Tabs
            keepMountedMode="display-none"
            value={tab === 'submissions' ? 'submissions' : 'build'}
            onChange={(next) =>
              void navigate({ search: next === 'submissions' ? { tab: 'submissions' } : {}, replace: true })
            }
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="build" mih={44}>
                {t('tab.build')}
              </Tabs.Tab>
              <Tabs.Tab value="submissions" mih={44}>
                {t('tab.submissions')}
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="build">
              <FormBuilder key={form.id} form={form} />
            </Tabs.Panel>
            <Tabs.Panel value="submissions">
              {tab === 'submissions' && <Submissions form={form} />}
            </Tabs.Panel>
          </Tabs>
        )}
      </Loaded>
    </Page>
  );
}
