import { useTranslations } from 'use-intl';
import { Page } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';

export function MyFormsPage() {
  const t = useTranslations('me');
  const common = useTranslations('common');
  return (
    <Page title={t('title.forms')}>
      <EmptyState title={common('comingTitle')} text={common('comingText')} />
    </Page>
  );
}
