import { useTranslations } from 'use-intl';
import { Page } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';

export function AuditPage() {
  const t = useTranslations('settings');
  const common = useTranslations('common');
  return (
    <Page title={t('title.audit')}>
      <EmptyState title={common('comingTitle')} text={common('comingText')} />
    </Page>
  );
}
