import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { apiLanguage } from '../../../api/me.ts';
import { useApiMutation } from '../../../api/mutation.ts';
import { apiQuery, queryClient } from '../../../api/query.ts';
import { useTag } from '../../../api/use-tag.ts';
import { ComeBack } from '../../../ui/come-back.tsx';
import { LanguageSelect } from '../../../ui/language-select.tsx';
import { notify } from '../../../ui/notify.ts';
import { Page } from '../../../ui/page.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { SaveRow, useResourceForm } from '../../../ui/resource-form.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { ZonePicker } from '../../../ui/zone-picker.tsx';

const route = getRouteApi('/profile');
const profileQuery = apiQuery('/api/v1/me');

export function ProfilePage() {
  const t = useTranslations('accounts');
  const profile = useQuery(profileQuery);
  return (
    <Page title={t('title.profile')} lead={t('profile.lead')} width="narrow">
      <Loaded query={profile}>{(data) => <ProfileForm profile={data} />}</Loaded>
    </Page>
  );
}

/** The API's names of what the form shows. */
const shownPaths = [
  'name',
  'phone',
  'date_of_birth',
  'emergency_contact',
  'emergency_contact.name',
  'emergency_contact.phone',
  'emergency_contact.relation',
  'language',
  'time_zone',
];

function ProfileForm({ profile }: { readonly profile: Profile }) {
  const t = useTranslations('accounts.profile');
  const common = useTranslations('common');
  const { next } = route.useSearch();
  const save = useApiMutation('patch', '/api/v1/me', {
    invalidates: [
      profileQuery.queryKey,
      ['/api/v1/shifts/{id}/eligibility'],
      ['/api/v1/shifts/{id}/needs'],
      ['/api/v1/me/journeys'],
    ],
    onSuccess: ({ language }) => {
      notify.success(common('action.saved'));
      // The service's texts are in the reader's language.
      if (language !== profile.language) void queryClient.invalidateQueries();
    },
  });
  const resource = useResourceForm({
    values: valuesOf(profile),
    save,
    changeOf: (values) => ({ body: changeOf(values) }),
    tag: useTag('/api/v1/me', {}, valuesOf),
    fieldOf,
    valuesOf,
  });
  const { form } = resource;
  return (
    <form onSubmit={resource.submit}>
      <Stack>
        <TextInput label={t('name')} autoComplete="name" required {...form.getInputProps('name')} />
        <EmailState profile={profile} />
        <TextInput
          label={t('phone')}
          description={t('phoneHint')}
          type="tel"
          autoComplete="tel"
          {...form.getInputProps('phone')}
        />
        <TextInput
          label={t('birth')}
          description={t('birthHint')}
          type="date"
          autoComplete="bday"
          {...form.getInputProps('date_of_birth')}
        />
        <Fieldset legend={t('emergency')}>
          <Stack>
            <Text c="dimmed">{t('emergencyHint')}</Text>
            <TextInput label={t('emergencyName')} {...form.getInputProps('contact_name')} />
            <TextInput label={t('emergencyPhone')} type="tel" {...form.getInputProps('contact_phone')} />
            <TextInput label={t('emergencyRelation')} {...form.getInputProps('contact_relation')} />
          </Stack>
        </Fieldset>
        <LanguageSelect label={t('language')} {...form.getInputProps('language')} />
        <ZonePicker label={t('zone')} description={t('zoneHint')} {...form.getInputProps('time_zone')} />
        <SaveRow resource={resource} shownFields={shownPaths}>
          <ComeBack next={next} label={t('back')} variant={save.isSuccess ? 'filled' : 'default'} />
        </SaveRow>
      </Stack>
    </form>
  );
}

/** The address of the account, and whether it is confirmed. */
function EmailState({ profile }: { readonly profile: Profile }) {
  const t = useTranslations('accounts.profile');
  const resend = useApiMutation('post', '/api/v1/me/verify-email', {
    onSuccess: () => notify.success(t('resent')),
  });
  return (
    <Stack gap="xs" align="stretch">
      <TextInput label={t('email')} type="email" value={profile.email} readOnly autoComplete="username" />
      {profile.email_verified ? (
        <Group gap={6}>
          <IconCircleCheck size={18} aria-hidden />
          <Text size="sm">{t('verified')}</Text>
        </Group>
      ) : (
        <>
          <Text size="sm">{t('unverified')}</Text>
          <Problem error={resend.error} />
          <div>
            <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate({})}>
              {t('resend')}
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
}

type Profile = Schemas['Profile'];

/** The profile as its form holds it: no field is ever null. */
function valuesOf(profile: Profile) {
  const { emergency_contact: contact } = profile;
  return {
    name: profile.name,
    phone: profile.phone ?? '',
    date_of_birth: profile.date_of_birth ?? '',
    contact_name: contact?.name ?? '',
    contact_phone: contact?.phone ?? '',
    contact_relation: contact?.relation ?? '',
    language: profile.language,
    time_zone: profile.time_zone,
  };
}

type ProfileValues = ReturnType<typeof valuesOf>;

function changeOf(values: ProfileValues): Schemas['ProfileChange'] {
  const text = (value: string) => (value.trim() === '' ? null : value.trim());
  const { contact_name: name, contact_phone: phone, contact_relation: relation } = values;
  const language = apiLanguage(values.language);
  const hasContact = `${name}${phone}${relation}`.trim() !== '';
  return {
    name: values.name.trim(),
    phone: text(values.phone),
    date_of_birth: text(values.date_of_birth),
    emergency_contact: hasContact
      ? {
          name: name.trim(),
          phone: phone.trim(),
          ...(relation.trim() !== '' && { relation: relation.trim() }),
        }
      : null,
    time_zone: values.time_zone,
    ...(language !== undefined && { language }),
  };
}

/** The form has the parts of the emergency contact side by side, the API one inside the other. */
function fieldOf(path: string): string {
  return path.replace(/^emergency_contact\.?/, 'contact_').replace(/^contact_$/, 'contact_name');
}
