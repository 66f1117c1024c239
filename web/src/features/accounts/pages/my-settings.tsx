import { Badge, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Schemas } from '@muster/client';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useMe } from '../../../api/me.ts';
import { useApiMutation, useTask } from '../../../api/mutation.ts';
import { hasCode } from '../../../api/problem.ts';
import { apiQuery, call } from '../../../api/query.ts';
import { deviceZone } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import classes from '../../../ui/card.module.css';
import { saveFile } from '../../../ui/download.ts';
import { fieldErrorsOf } from '../../../ui/field-names.ts';
import { useFocusFirstWrong } from '../../../ui/first-wrong-field.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Page } from '../../../ui/page.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { useUnsaved } from '../../../ui/use-unsaved.ts';
import { LeaderboardConsent } from '../../badges/index.ts';
import { NotificationChoice } from '../../notifications/index.ts';
import { MyOrganizations } from '../../organizations/index.ts';

export function MySettingsPage() {
  const t = useTranslations('accounts');
  return (
    <Page title={t('title.settings')} lead={t('settings.lead')}>
      <NotificationChoice />
      <LeaderboardConsent />
      <PasswordForm />
      <Sessions />
      <MyOrganizations />
      <section className={classes['section']} aria-labelledby="my-data">
        <h2 id="my-data" className={classes['heading']}>
          {t('settings.data')}
        </h2>
        <ExportData />
        <EraseAccount />
      </section>
    </Page>
  );
}

function PasswordForm() {
  const t = useTranslations('accounts.settings');
  const me = useMe();
  const form = useForm({ initialValues: { current_password: '', new_password: '' } });
  useUnsaved(form.isDirty());
  const change = useApiMutation('post', '/api/v1/me/password', { invalidates: [['/api/v1/me/sessions']] });
  const save = (values: typeof form.values) =>
    change.mutate(
      { body: values },
      {
        onSuccess: () => {
          form.reset();
          notify.success(t('passwordChanged'));
        },
        onError: (error) => {
          form.setErrors(
            hasCode(error, 'invalid_credentials')
              ? { current_password: t('passwordWrong') }
              : fieldErrorsOf(error),
          );
        },
      },
    );
  const element = useRef<HTMLFormElement>(null);
  useFocusFirstWrong(element, change.error);
  const isAtField = Object.keys(form.errors).length > 0;
  return (
    <section className={classes['section']} aria-labelledby="password">
      <h2 id="password" className={classes['heading']}>
        {t('password')}
      </h2>
      <form ref={element} onSubmit={form.onSubmit(save)}>
        <Stack maw="26rem">
          <input type="hidden" name="username" autoComplete="username" value={me?.email ?? ''} readOnly />
          <PasswordField
            label={t('passwordNow')}
            autoComplete="current-password"
            required
            {...form.getInputProps('current_password')}
          />
          <PasswordField
            label={t('passwordNew')}
            description={t('passwordHint')}
            autoComplete="new-password"
            minLength={8}
            required
            {...form.getInputProps('new_password')}
          />
          {!isAtField && <Problem error={change.error} />}
          <div>
            <Button type="submit" variant="default" loading={change.isPending}>
              {t('passwordChange')}
            </Button>
          </div>
        </Stack>
      </form>
    </section>
  );
}

type Session = Schemas['Session'];
const sessionsQuery = apiQuery('/api/v1/me/sessions');

function Sessions() {
  const t = useTranslations('accounts.settings');
  const sessions = useQuery(sessionsQuery);
  const end = useApiMutation('delete', '/api/v1/me/sessions/{id}', {
    optimistic: (draft, { path }) =>
      draft.update<Schemas['SessionList']>(sessionsQuery.queryKey, ({ items }) => ({
        items: items.filter(({ id }) => id !== path.id),
      })),
    invalidates: [sessionsQuery.queryKey],
    onSuccess: () => notify.success(t('ended')),
  });
  const endOthers = useApiMutation('delete', '/api/v1/me/sessions', {
    optimistic: (draft) =>
      draft.update<Schemas['SessionList']>(sessionsQuery.queryKey, ({ items }) => ({
        items: items.filter(({ current }) => current),
      })),
    invalidates: [sessionsQuery.queryKey],
    onSuccess: ({ ended }) => notify.success(t('othersEnded', { count: ended })),
  });
  return (
    <section className={classes['section']} aria-labelledby="sessions">
      <h2 id="sessions" className={classes['heading']}>
        {t('sessions')}
      </h2>
      <Problem error={end.error ?? endOthers.error} />
      <Loaded query={sessions}>
        {({ items }) => {
          const others = items.filter(({ current }) => !current);
          return (
            <>
              <ul className={classes['list']}>
                {items.map((session) => (
                  <OneSession
                    key={session.id}
                    session={session}
                    end={() => end.mutate({ path: { id: session.id } })}
                  />
                ))}
              </ul>
              {others.length > 1 && (
                <div>
                  <Button
                    variant="default"
                    loading={endOthers.isPending}
                    onClick={() => endOthers.mutate({})}
                  >
                    {t('endOthers')}
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function OneSession({ session, end }: { readonly session: Session; readonly end: () => void }) {
  const t = useTranslations('accounts.settings');
  const times = useTimes();
  const device = deviceOf(session.user_agent) ?? t('unknownDevice');
  return (
    <li className={classes['card']}>
      <div className={classes['row']}>
        <div className={classes['words']}>
          <Text fw={600} translate="no">
            {device}
          </Text>
          <Text c="dimmed" size="sm">
            {t('lastUsed', { date: times.format('moment', session.last_used_at, deviceZone) })}
            {session.address !== null && ` · ${session.address}`}
          </Text>
        </div>
        {session.current ? (
          <Badge color="pine" variant="light" tt="none" size="lg">
            {t('current')}
          </Badge>
        ) : (
          <Button variant="default" aria-label={t('endOf', { device })} onClick={end}>
            {t('end')}
          </Button>
        )}
      </div>
    </li>
  );
}

const browsers = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const;
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux|X11/],
] as const;

/** "Firefox · Android": enough to know one's own devices again. Undefined for other programs than browsers. */
function deviceOf(userAgent: string | null): string | undefined {
  if (userAgent === null) return undefined;
  const browser = browsers.find(([, sign]) => sign.test(userAgent))?.[0];
  const system = systems.find(([, sign]) => sign.test(userAgent))?.[0];
  const parts = [browser, system].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' · ');
}

const EraseDialog = lazyDialog(() => import('../erase-dialog.tsx'));

function ExportData() {
  const t = useTranslations('accounts.settings');
  const download = useTask(async () => {
    const everything = JSON.stringify(await call('get', '/api/v1/me/export'), null, 2);
    saveFile(new Blob([everything], { type: 'application/json' }), 'muster.json');
  });
  return (
    <div className={classes['card']}>
      <Text>{t('exportText')}</Text>
      <Problem error={download.error} />
      <div>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('export')}
        </Button>
      </div>
    </div>
  );
}

function EraseAccount() {
  const t = useTranslations('accounts.settings');
  return (
    <div className={classes['card']}>
      <Text>{t('eraseText')}</Text>
      <div>
        <EraseDialog>
          {(open) => (
            <Button variant="default" c="var(--mantine-color-error)" onClick={open}>
              {t('erase')}
            </Button>
          )}
        </EraseDialog>
      </div>
    </div>
  );
}
