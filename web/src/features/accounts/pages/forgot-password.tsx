import { Button, Stack, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { Page } from '../../../ui/page.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { EmptyState } from '../../../ui/states.tsx';

export function ForgotPasswordPage() {
  const t = useTranslations('accounts.forgot');
  const words = useTranslations('common.session');
  const [email, setEmail] = useState('');
  const ask = useApiMutation('post', '/api/v1/auth/password-reset');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate({ body: { email } });
  };
  return (
    <Page title={t('title')} lead={t('lead')} width="narrow">
      {ask.isSuccess ? (
        <div role="status">
          <EmptyState
            title={t('sentTitle')}
            text={t('sentText')}
            icon={<IconMail size={40} stroke={1.5} aria-hidden />}
          />
        </div>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label={words('email')}
              type="email"
              name="email"
              autoComplete="username"
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
              required
            />
            <Problem error={ask.error} />
            <Button type="submit" loading={ask.isPending}>
              {t('submit')}
            </Button>
          </Stack>
        </form>
      )}
    </Page>
  );
}
