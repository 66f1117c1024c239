import { useTranslations } from 'use-intl';
import { roles, useMembership } from '../../../api/me.ts';
import { TextLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { Invitations, InviteButton } from '../invitations.tsx';
import { JoinRequests } from '../join-requests.tsx';

/** How people become members. The members themselves are in the list of people. */
export function MembersPage() {
  const t = useTranslations('manageOrganizations.members');
  const { organization } = useMembership();
  return (
    <Page
      title={t('title')}
      lead={t.rich('lead', {
        organization: organization?.name ?? '',
        link: (text) => <TextLink to="/manage/people">{text}</TextLink>,
      })}
      actions={<InviteButton />}
      width="wide"
    >
      <JoinRequests />
      <Invitations />
      <RoleMeanings />
    </Page>
  );
}

function RoleMeanings() {
  const t = useTranslations('manageOrganizations.members');
  const roleName = useTranslations('common.roles');
  return (
    <Section title={t('roles')}>
      <Facts facts={roles.map((role) => [roleName(role), t(`meaning.${role}`)] as const)} />
    </Section>
  );
}
