import { useTranslations } from 'use-intl';
import { Page } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';

export function PlanPage() {
  const t = useTranslations('manage');
  const common = useTranslations('common');
  return (
    <Page title={t('title.shifts')}>
      <EmptyState title={common('comingTitle')} text={common('comingText')} />
    </Page>
  );
}
