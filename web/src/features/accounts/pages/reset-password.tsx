import { Button, Stack } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { fieldErrorsOf } from '../../../ui/field-names.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useUnsaved } from '../../../ui/use-unsaved.ts';

const route = getRouteApi('/reset-password');

export function ResetPasswordPage() {
  const t = useTranslations('accounts');
  const words = useTranslations('common.session');
  const { token } = route.useSearch();
  const [password, setPassword] = useState('');
  const reset = useApiMutation('post', '/api/v1/auth/password-reset/confirm');
  useUnsaved(password !== '' && !reset.isSuccess);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (token !== undefined) reset.mutate({ body: { token, password } });
  };
  const again = <ButtonLink to="/forgot-password">{t('forgot.title')}</ButtonLink>;
  return (
    <Page title={t('reset.title')} lead={t('reset.lead')} width="narrow">
      {token === undefined ? (
        <EmptyState title={t('verify.failedTitle')} text={t('reset.noToken')} action={again} />
      ) : reset.isSuccess ? (
        <div role="status">
          <EmptyState
            title={t('reset.doneTitle')}
            text={t('reset.doneText')}
            icon={<IconCheck size={40} aria-hidden />}
            action={<ButtonLink to="/login">{words('logIn')}</ButtonLink>}
          />
        </div>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <PasswordField
              label={t('reset.password')}
              description={t('signUp.passwordHint')}
              name="new-password"
              autoComplete="new-password"
              minLength={8}
              value={password}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
              error={fieldErrorsOf(reset.error)['password']}
              required
            />
            <Problem error={reset.error} shownFields={['password']} />
            <Button type="submit" loading={reset.isPending}>
              {t('reset.submit')}
            </Button>
            {reset.isError && again}
          </Stack>
        </form>
      )}
    </Page>
  );
}
