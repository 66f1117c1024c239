import { useTranslations } from 'use-intl';
import { Page } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';

export function PersonPage() {
  const t = useTranslations('people');
  const common = useTranslations('common');
  return (
    <Page title={t('title.person')}>
      <EmptyState title={common('comingTitle')} text={common('comingText')} />
    </Page>
  );
}
