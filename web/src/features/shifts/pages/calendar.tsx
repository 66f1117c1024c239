import { useTranslations } from 'use-intl';
import { Page } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';

export function CalendarPage() {
  const t = useTranslations('shift');
  const common = useTranslations('common');
  return (
    <Page title={t('title.calendar')}>
      <EmptyState title={common('comingTitle')} text={common('comingText')} />
    </Page>
  );
}
