import { useTranslations } from 'use-intl';
import { Page } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';

export function FormPage() {
  const t = useTranslations('forms');
  const common = useTranslations('common');
  return (
    <Page title={t('title.edit')}>
      <EmptyState title={common('comingTitle')} text={common('comingText')} />
    </Page>
  );
}
