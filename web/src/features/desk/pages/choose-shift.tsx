import { useTranslations } from 'use-intl';
import { Page } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';

export function ChooseShiftPage() {
  const t = useTranslations('desk');
  const common = useTranslations('common');
  return (
    <Page title={t('title.choose')}>
      <EmptyState title={common('comingTitle')} text={common('comingText')} />
    </Page>
  );
}
