import { useTranslations } from 'use-intl';
import { Page } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';

export function ShiftPage() {
  const t = useTranslations('shift');
  const common = useTranslations('common');
  return (
    <Page title={t('title.shift')}>
      <EmptyState title={common('comingTitle')} text={common('comingText')} />
    </Page>
  );
}
