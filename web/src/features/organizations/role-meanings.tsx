import { useTranslations } from 'use-intl';
import { Facts, Section } from '../../ui/section.tsx';
import { allRoles } from './roles.ts';

export function RoleMeanings() {
  const t = useTranslations('manageOrganizations.members');
  const roleName = useTranslations('common.roles');
  return (
    <Section title={t('roles')}>
      <Facts facts={allRoles.map((role) => [roleName(role), t(`meaning.${role}`)] as const)} />
    </Section>
  );
}
