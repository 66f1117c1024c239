import { useTranslations } from 'use-intl';
import { ButtonLink } from '../ui/links.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

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
