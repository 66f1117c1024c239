import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { apiQuery } from '../../../api/query.ts';
import { Page } from '../../../ui/page.tsx';
import { PublishedMark } from '../../../ui/publish-state.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Enrollments } from '../enrollments.tsx';
import { JourneyForm } from '../journey-form.tsx';

const route = getRouteApi('/manage/journeys/$id');

export function ManageJourneyPage() {
  const t = useTranslations('manageJourneys');
  const id = Number(route.useParams().id);
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(apiQuery('/api/v1/journeys/{id}', { path: { id } }));
  return (
    <Page
      title={query.data?.name ?? t('title.journey')}
      width="wide"
      actions={query.data && <PublishedMark status={query.data.status} />}
    >
      <Loaded query={query}>
        {(journey) => (
          <Tabs
            keepMountedMode="display-none"
            value={tab === 'people' ? 'people' : 'steps'}
            onChange={(next) =>
              void navigate({ search: next === 'people' ? { tab: 'people' } : {}, replace: true })
            }
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="steps" mih={44}>
                {t('tab.steps')}
              </Tabs.Tab>
              <Tabs.Tab value="people" mih={44}>
                {t('tab.people')}
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="steps">
              <JourneyForm key={journey.id} journey={journey} />
            </Tabs.Panel>
            <Tabs.Panel value="people">{tab === 'people' && <Enrollments journey={journey} />}</Tabs.Panel>
          </Tabs>
        )}
      </Loaded>
    </Page>
  );
}
