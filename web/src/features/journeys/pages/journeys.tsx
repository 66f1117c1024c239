import { useTranslations } from 'use-intl';
import { Page } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';

export function JourneysPage() {
  const t = useTranslations('journeys');
  const common = useTranslations('common');
  return (
    <Page title={t('title.list')}>
      <EmptyState title={common('comingTitle')} text={common('comingText')} />
    </Page>
  );
}
