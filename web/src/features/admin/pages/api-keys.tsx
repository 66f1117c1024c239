import { useTranslations } from 'use-intl';
import { Page } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';

export function ApiKeysPage() {
  const t = useTranslations('settings');
  const common = useTranslations('common');
  return (
    <Page title={t('title.apiKeys')}>
      <EmptyState title={common('comingTitle')} text={common('comingText')} />
    </Page>
  );
}
