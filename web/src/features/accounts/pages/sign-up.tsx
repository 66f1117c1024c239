import { Alert, Button, Collapse, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiLanguage } from '../../../api/me.ts';
import { sendChange, useTask } from '../../../api/mutation.ts';
import { apiQuery } from '../../../api/query.ts';
import { logIn } from '../../../api/session.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { deviceZone } from '../../../time/calendar.ts';
import { fieldErrorsOf } from '../../../ui/field-names.ts';
import { TextLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { useUnsaved } from '../../../ui/use-unsaved.ts';
import { useStart } from '../use-start.ts';

const route = getRouteApi('/signup');

export function SignUpPage() {
  const t = useTranslations('accounts.signUp');
  const words = useTranslations('common.session');
  const { next, invitation, setup } = route.useSearch();
  const start = useStart(next);
  const { locale } = useLanguage();
  const [isFounding, setFounding] = useState(setup !== undefined);
  const form = useForm({
    initialValues: { name: '', email: '', password: '', organization_name: '' },
  });
  useUnsaved(form.isDirty());
  const attempt = useTask(
    async (values: typeof form.values) => {
      const { organization_name, ...person } = values;
      const language = apiLanguage(locale);
      const body = {
        ...person,
        ...(organization_name !== '' && { organization_name }),
        ...(language !== undefined && { language }),
        ...(invitation && { invitation_token: invitation }),
        ...(setup && { setup_token: setup }),
      };
      const signUp = (zone: { time_zone?: string }) =>
        sendChange('post', '/api/v1/auth/signup', { body: { ...body, ...zone } });
      // The service may not know the device's zone, which the form doesn't ask for: it can be chosen later.
      await signUp({ time_zone: deviceZone }).catch((error: unknown) => {
        if (!Object.hasOwn(fieldErrorsOf(error), 'time_zone')) throw error;
        return signUp({});
      });
      await logIn(values.email, values.password);
    },
    { onSuccess: start, onError: (error) => form.setErrors(fieldErrorsOf(error)) },
  );
  return (
    <Page title={t(setup ? 'setUpTitle' : 'title')} lead={t(setup ? 'setUpLead' : 'lead')} width="narrow">
      <form onSubmit={form.onSubmit((values) => attempt.mutate(values))}>
        <Stack>
          {isFounding && setup === undefined && <NoOwner />}
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
          <PasswordField
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
            <TextInput
              label={t('organization')}
              description={t(setup ? 'setUpOrganizationHint' : 'organizationHint')}
              autoComplete="organization"
              required={setup !== undefined}
              {...form.getInputProps('organization_name')}
            />
          </Collapse>
          <Problem error={attempt.error} shownFields={Object.keys(form.values)} />
          <Button type="submit" loading={attempt.isPending}>
            {t('submit')}
          </Button>
          <span>
            {t('known')}{' '}
            <TextLink to="/login" underline="always" search={next === undefined ? {} : { next }}>
              {words('logIn')}
            </TextLink>
          </span>
        </Stack>
      </form>
    </Page>
  );
}

/** Without the link an account owns its organization, but not the installation: better to know that before. */
function NoOwner() {
  const t = useTranslations('accounts.signUp');
  const installation = useQuery(apiQuery('/api/v1/installation'));
  if (installation.data?.has_owner !== false) return null;
  return <Alert color="clay">{t('noOwner')}</Alert>;
}
