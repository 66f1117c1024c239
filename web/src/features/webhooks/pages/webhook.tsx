import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { apiQuery } from '../../../api/query.ts';
import { Page } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { DeliveryLog } from '../delivery-log.tsx';
import { EndpointAbout } from '../endpoint-about.tsx';
import { EndpointActions } from '../endpoint-actions.tsx';
import { EndpointNumbers } from '../endpoint-numbers.tsx';
import { RecoverMissed } from '../recover-missed.tsx';

const route = getRouteApi('/manage/webhooks/$id');

export function WebhookPage() {
  const t = useTranslations('webhooks');
  const id = Number(route.useParams().id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(apiQuery('/api/v1/webhooks/endpoints/{id}', { path: { id } }));
  return (
    <Page
      title={query.data?.name ?? t('title.endpoint')}
      width="wide"
      actions={query.data && <EndpointActions endpoint={query.data} />}
    >
      <Loaded query={query}>
        {(endpoint) => (
          <>
            <EndpointAbout endpoint={endpoint} />
            <EndpointNumbers endpointId={id} />
            <Section title={t('log.title')} lead={t('log.lead')}>
              <DeliveryLog
                endpointId={id}
                search={search}
                change={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
              />
            </Section>
            <RecoverMissed endpoint={endpoint} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
