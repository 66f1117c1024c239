import { Button, NativeSelect, Stack, Text, useMantineColorScheme } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { sendDelayed } from '../api/delayed-changes.ts';
import { apiLanguage, useIsPerson, useMe, useOrganizations } from '../api/me.ts';
import { useApiMutation } from '../api/mutation.ts';
import { apiQuery, queryClient } from '../api/query.ts';
import { logOut } from '../api/session.ts';
import { chooseLocale, isLocale, useLanguage } from '../i18n/language.ts';
import { LanguageSelect } from '../ui/language-select.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { notify, useProblemNotice } from '../ui/notify.ts';
import { afterAsking } from '../ui/unsaved.ts';

/** Below the navigation: whose session this is, and how the app looks and speaks. */
export function Preferences() {
  return (
    <Stack gap="sm">
      <LanguageChoice />
      <SchemeChoice />
      <Account />
    </Stack>
  );
}

function LanguageChoice() {
  const t = useTranslations('common.appearance');
  const { locale } = useLanguage();
  const isPerson = useIsPerson();
  const say = useProblemNotice();
  const me = apiQuery('/api/v1/me');
  const change = useApiMutation('patch', '/api/v1/me', {
    optimistic: (draft, { body }) =>
      draft.update<Schemas['Profile']>(me.queryKey, (profile) => ({
        ...profile,
        ...(body.language && { language: body.language }),
      })),
    // The service's texts are in the reader's language.
    invalidates: [[]],
  });
  return (
    <LanguageSelect
      label={t('language')}
      value={locale}
      onChange={({ currentTarget: { value } }) => {
        if (!isLocale(value)) return;
        const chosen = chooseLocale(value);
        const language = apiLanguage(value);
        chosen.catch(() => notify.warning(t('notLoaded')));
        // One notice is enough where neither the texts nor the service can be reached.
        const refused = (error: unknown) => void chosen.then(() => say(error)).catch(() => {});
        if (!isPerson) void chosen.then(() => queryClient.invalidateQueries()).catch(() => {});
        else if (language !== undefined) change.mutate({ body: { language } }, { onError: refused });
      }}
    />
  );
}

function SchemeChoice() {
  const t = useTranslations('common.appearance');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <NativeSelect
      label={t('scheme')}
      value={colorScheme}
      data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(value) }))}
      onChange={({ currentTarget: { value } }) => setColorScheme(value as typeof colorScheme)}
    />
  );
}

/** These lead on automatically; no one wants to come back to them. */
const loginPages = new Set([
  '/',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
]);

/** What still waits to be undone is sent first, as the person who did it. */
async function leave(): Promise<void> {
  await Promise.race([sendDelayed(), new Promise((resolve) => setTimeout(resolve, 3_000))]);
  await logOut();
}

function Account() {
  const t = useTranslations('common.session');
  const next = useLocation({
    select: ({ pathname, href }) => (loginPages.has(pathname) ? undefined : href),
  });
  const isPerson = useIsPerson();
  const me = useMe();
  if (!isPerson) {
    return (
      <>
        <ButtonLink to="/login" search={next === undefined ? {} : { next }} variant="filled">
          {t('logIn')}
        </ButtonLink>
        <ButtonLink to="/signup" search={next === undefined ? {} : { next }} variant="default">
          {t('createAccount')}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      {me !== undefined && <Text size="sm">{t('loggedInAs', { name: me.name })}</Text>}
      <Button variant="default" onClick={() => void afterAsking(leave)}>
        {t('logOut')}
      </Button>
    </>
  );
}

export function OrganizationChoice() {
  const t = useTranslations('common');
  const { memberships, current, choose } = useOrganizations();
  if (current === undefined) return null;
  if (memberships.length === 1) {
    return (
      <Text size="sm" fw={600} lh={1.3} lineClamp={2}>
        {current.name}
      </Text>
    );
  }
  return (
    <NativeSelect
      aria-label={t('organization.choose')}
      description={t('organization.yours', { role: t(`roles.${current.role}`) })}
      inputWrapperOrder={['input', 'description']}
      value={current.id}
      data={memberships.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={({ currentTarget: { value } }) => void afterAsking(() => choose(Number(value)))}
    />
  );
}
