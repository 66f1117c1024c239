import { useTranslations } from 'use-intl';
import { ButtonLink } from '../components/links.tsx';
import { Page } from '../components/page.tsx';
import { EmptyState } from '../components/states.tsx';

export function NotFound() {
  const t = useTranslations('common');
  return (
    <Page title={t('notFound.title')} width="narrow">
      <EmptyState
        title={t('notFound.hint')}
        text={t('notFound.text')}
        action={<ButtonLink to="/">{t('action.toBoard')}</ButtonLink>}
      />
    </Page>
  );
}
