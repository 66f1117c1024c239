import { useTranslations } from 'use-intl';
import { Page } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';

export function RosterPage() {
  const t = useTranslations('manage');
  const common = useTranslations('common');
  return (
    <Page title={t('title.roster')}>
      <EmptyState title={common('comingTitle')} text={common('comingText')} />
    </Page>
  );
}
