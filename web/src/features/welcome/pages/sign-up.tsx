import { Alert, Button, Collapse, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../api/query.ts';
import { logIn } from '../../../api/session.ts';
import { TextLink } from '../../../components/links.tsx';
import { Page } from '../../../components/page.tsx';
import { Problem } from '../../../components/problem.tsx';
import { fieldErrors } from '../../../components/remedy.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { deviceZone } from '../../../i18n/times.ts';
import { safeNext } from '../next.ts';

const route = getRouteApi('/signup');

export function SignUpPage() {
  const t = useTranslations('welcome.signUp');
  const words = useTranslations('common.session');
  const { next, invitation } = route.useSearch();
  const navigate = route.useNavigate();
  const { locale } = useLanguage();
  const [isFounding, setFounding] = useState(false);
  const form = useForm({
    initialValues: { name: '', email: '', password: '', organization_name: '', setup_token: '' },
  });
  const attempt = useMutation({
    mutationFn: async (values: typeof form.values) => {
      const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
      const body = { ...filled, time_zone: deviceZone, ...(invitation && { invitation_token: invitation }) };
      await call('post', '/api/v1/auth/signup', { body });
      await logIn(values.email, values.password);
      // The account is there already: a language that could not be kept must not look like a failure.
      await call('patch', '/api/v1/me', { body: { language: locale } }).catch(() => undefined);
    },
    onSuccess: () => navigate({ to: safeNext(next), replace: true }),
    onError: (error) => form.setErrors(fieldErrors(error)),
    retry: false,
  });
  return (
    <Page title={t('title')} lead={t('lead')} width="narrow">
      <form onSubmit={form.onSubmit((values) => attempt.mutate(values))}>
        <Stack>
          {invitation !== undefined && <Alert color="pine">{t('invited')}</Alert>}
          <TextInput
            label={t('name')}
            description={t('nameHint')}
            autoComplete="name"
            required
            {...form.getInputProps('name')}
          />
          <TextInput
            label={words('email')}
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t('password')}
            description={t('passwordHint')}
            autoComplete="new-password"
            minLength={8}
            required
            {...form.getInputProps('password')}
          />
          {!isFounding && invitation === undefined && (
            <Button variant="subtle" onClick={() => setFounding(true)}>
              {t('more')}
            </Button>
          )}
          <Collapse expanded={isFounding}>
            <Stack>
              <TextInput
                label={t('organization')}
                description={t('organizationHint')}
                autoComplete="organization"
                {...form.getInputProps('organization_name')}
              />
              <TextInput
                label={t('setUp')}
                description={t('setUpHint')}
                autoComplete="off"
                {...form.getInputProps('setup_token')}
              />
            </Stack>
          </Collapse>
          <Problem error={attempt.error} />
          <Button type="submit" loading={attempt.isPending}>
            {t('submit')}
          </Button>
          <span>
            {t('known')}{' '}
            <TextLink to="/login" search={next === undefined ? {} : { next }}>
              {words('logIn')}
            </TextLink>
          </span>
        </Stack>
      </form>
    </Page>
  );
}
