import { useTranslations } from 'use-intl';
import { Page } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';

export function BadgesPage() {
  const t = useTranslations('badges');
  const common = useTranslations('common');
  return (
    <Page title={t('title.manage')}>
      <EmptyState title={common('comingTitle')} text={common('comingText')} />
    </Page>
  );
}
