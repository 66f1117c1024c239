import { Button, Group, Stack, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useTask } from '../../../api/mutation.ts';
import { isWrongPassword, logIn } from '../../../api/session.ts';
import { useFocusFirstWrong } from '../../../ui/first-wrong-field.ts';
import { TextLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { useStart } from '../use-start.ts';

const route = getRouteApi('/login');

export function LogInPage() {
  const t = useTranslations('accounts.logIn');
  const words = useTranslations('common.session');
  const { next } = route.useSearch();
  const start = useStart(next);
  const attempt = useTask(
    ({ email, password }: { email: string; password: string }) => logIn(email, password),
    { onSuccess: start },
  );
  const isWrong = isWrongPassword(attempt.error);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstWrong(form, attempt.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    attempt.mutate({ email: String(data.get('email')), password: String(data.get('password')) });
  };
  return (
    <Page title={t('title')} lead={t('lead')} width="narrow">
      <form ref={form} onSubmit={submit}>
        <Stack>
          <TextInput label={words('email')} name="email" type="email" autoComplete="username" required />
          <PasswordField
            label={words('password')}
            name="password"
            autoComplete="current-password"
            error={isWrong && words('wrong')}
            required
          />
          {!isWrong && <Problem error={attempt.error} />}
          <Button type="submit" loading={attempt.isPending}>
            {words('logIn')}
          </Button>
          <Group justify="space-between">
            <TextLink to="/forgot-password">{t('forgot')}</TextLink>
            <span>
              {t('new')}{' '}
              <TextLink to="/signup" search={next === undefined ? {} : { next }}>
                {words('createAccount')}
              </TextLink>
            </span>
          </Group>
        </Stack>
      </form>
    </Page>
  );
}
