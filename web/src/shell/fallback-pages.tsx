import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Page } from '../ui/page.tsx';
import { ErrorState, ListSkeleton, NotFoundState } from '../ui/states.tsx';

/** A page that broke. The rest of the app goes on. */
export function FailedPage({ error }: ErrorComponentProps) {
  const t = useTranslations('errors');
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  return (
    <Page title={t('unknown')}>
      <ErrorState
        error={error}
        retry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Page>
  );
}

export function PendingPage() {
  const t = useTranslations('common.state');
  return (
    <Page title={t('loading')}>
      <ListSkeleton />
    </Page>
  );
}

export function NotFound() {
  const t = useTranslations('common');
  return (
    <Page title={t('notFound.title')} width="narrow">
      <NotFoundState />
    </Page>
  );
}
