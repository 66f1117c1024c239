import { useTranslations } from 'use-intl';
import { Page } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';

export function MembersPage() {
  const t = useTranslations('people');
  const common = useTranslations('common');
  return (
    <Page title={t('title.members')}>
      <EmptyState title={common('comingTitle')} text={common('comingText')} />
    </Page>
  );
}
