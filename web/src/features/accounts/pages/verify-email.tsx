import { IconMailCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { isPassing } from '../../../api/problem.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState, ErrorState, TextSkeleton } from '../../../ui/states.tsx';

const route = getRouteApi('/verify-email');

/** The link in the mail is the act itself: no one should have to press a button as well. */
export function VerifyEmailPage() {
  const t = useTranslations('accounts.verify');
  const common = useTranslations('common');
  const { token } = route.useSearch();
  const { mutate, isSuccess, isError, error } = useApiMutation('post', '/api/v1/auth/verify-email', {
    invalidates: [['/api/v1/me']],
  });
  const sent = useRef(false);
  const verify = useCallback(() => token !== undefined && mutate({ body: { token } }), [token, mutate]);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    verify();
  }, [verify]);
  // Without an answer, nothing is wrong with the link.
  const isFailed = token === undefined || (isError && !isPassing(error));
  return (
    <Page title={t('title')} width="narrow">
      <div role="status">
        {isSuccess && (
          <EmptyState
            title={t('doneTitle')}
            text={t('doneText')}
            icon={<IconMailCheck size={40} stroke={1.5} aria-hidden />}
            action={<ButtonLink to="/">{common('action.toBoard')}</ButtonLink>}
          />
        )}
        {isFailed && (
          <EmptyState
            title={t('failedTitle')}
            text={t('failedText')}
            action={<ButtonLink to="/profile">{t('toProfile')}</ButtonLink>}
          />
        )}
        {isPassing(error) && <ErrorState error={error} retry={() => verify()} />}
        {!isSuccess && !isError && token !== undefined && (
          <>
            <p>{t('waiting')}</p>
            <TextSkeleton lines={2} />
          </>
        )}
      </div>
    </Page>
  );
}
