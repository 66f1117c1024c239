import { IconMailCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState, TextSkeleton } from '../../../ui/states.tsx';

const route = getRouteApi('/verify-email');

/** The link in the mail is the act itself: no one should have to press a button as well. */
export function VerifyEmailPage() {
  const t = useTranslations('accounts.verify');
  const common = useTranslations('common');
  const { token } = route.useSearch();
  const { mutate, isSuccess, isError } = useApiMutation('post', '/api/v1/auth/verify-email', {
    invalidates: [['/api/v1/me']],
  });
  const sent = useRef(false);
  useEffect(() => {
    if (token === undefined || sent.current) return;
    sent.current = true;
    mutate({ body: { token } });
  }, [token, mutate]);
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
        {(isError || token === undefined) && (
          <EmptyState
            title={t('failedTitle')}
            text={t('failedText')}
            action={<ButtonLink to="/profile">{t('toProfile')}</ButtonLink>}
          />
        )}
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
