import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useMembership, useOrganizationId } from '../../../api/me.ts';
import { apiQuery } from '../../../api/query.ts';
import { Page } from '../../../ui/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { FailedJobs, MailWarning, TestMail } from '../../operations/index.ts';
import { OrganizationForm } from '../organization-form.tsx';

export function SettingsPage() {
  const t = useTranslations('manageOrganizations');
  const mail = useTranslations('operations.mail');
  const id = useOrganizationId();
  const { organization } = useMembership();
  const query = useQuery(apiQuery('/api/v1/organizations/{id}', { path: { id } }));
  return (
    <Page
      title={t('title.organization')}
      lead={t('organization.lead', { organization: organization?.name ?? '' })}
    >
      <Loaded query={query}>{(data) => <OrganizationForm key={data.id} organization={data} />}</Loaded>
      <Section title={mail('title')} lead={mail('lead')}>
        <MailWarning />
        <TestMail />
      </Section>
      <FailedJobs />
    </Page>
  );
}
