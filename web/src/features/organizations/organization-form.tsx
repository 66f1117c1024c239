import { NativeSelect, Radio, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Schemas } from '@muster/client';
import { useTranslations } from 'use-intl';
import { isAbove, profileFields, roles, useMembership } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { useTag } from '../../api/use-tag.ts';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { notify } from '../../ui/notify.ts';
import { SaveRow, useResourceForm } from '../../ui/resource-form.tsx';
import { Section } from '../../ui/section.tsx';
import { ZonePicker } from '../../ui/zone-picker.tsx';
import { PolicyFields } from './policy-fields.tsx';

/** What has its own input; errors of the rest are named above the buttons. */
const shownFields = ['name', 'time_zone'];

type Organization = Schemas['Organization'];
type Values = Pick<
  Organization,
  | 'name'
  | 'time_zone'
  | 'policies'
  | 'join_rule'
  | 'join_role'
  | 'required_profile_fields'
  | 'show_coming'
  | 'allow_hour_reports'
>;

const joinRules = ['invitation', 'open', 'everyone'] as const;

function valuesOf(organization: Organization): Values {
  const { name, time_zone, policies, join_rule, join_role, required_profile_fields } = organization;
  const { show_coming, allow_hour_reports } = organization;
  return {
    ...{ name, time_zone, policies, join_rule, join_role, required_profile_fields },
    ...{ show_coming, allow_hour_reports },
  };
}

export function OrganizationForm({ organization }: { readonly organization: Organization }) {
  const t = useTranslations('manageOrganizations.organization');
  const path = { path: { id: organization.id } };
  const resource = useResourceForm({
    values: valuesOf(organization),
    save: useApiMutation('patch', '/api/v1/organizations/{id}', {
      invalidates: [
        ['/api/v1/organizations/{id}', path],
        ['/api/v1/organizations'],
        ['/api/v1/organizations/{id}/setup'],
      ],
      onSuccess: () => void notify.success(t('saved')),
    }),
    // Only what was changed is sent: not every admin may set everything.
    changeOf: (values, isDirty) => ({
      ...path,
      body: Object.fromEntries(Object.entries(values).filter(([name]) => isDirty(name))),
    }),
    tag: useTag('/api/v1/organizations/{id}', path, valuesOf),
    valuesOf,
  });
  const { form } = resource;
  return (
    <form onSubmit={resource.submit}>
      <About form={form} />
      <Joining form={form} />
      <Section title={t('policies')} lead={t('policiesLead')}>
        <PolicyFields
          value={form.values.policies}
          onChange={(policies) => form.setFieldValue('policies', policies)}
          inherits={false}
        />
        <Switch
          label={t('showComing')}
          description={t('showComingHint')}
          {...form.getInputProps('show_coming', { type: 'checkbox' })}
        />
        <Switch
          label={t('allowHourReports')}
          description={t('allowHourReportsHint')}
          {...form.getInputProps('allow_hour_reports', { type: 'checkbox' })}
        />
      </Section>
      <SaveRow resource={resource} shownFields={shownFields} />
    </form>
  );
}

type FormProps = { readonly form: UseFormReturnType<Values> };

function About({ form }: FormProps) {
  const t = useTranslations('manageOrganizations.organization');
  return (
    <Section title={t('about')}>
      <TextInput label={t('name')} required maxLength={200} {...form.getInputProps('name')} />
      <ZonePicker
        label={t('zone')}
        description={t('zoneHint')}
        required
        {...form.getInputProps('time_zone')}
      />
    </Section>
  );
}

function Joining({ form }: FormProps) {
  const t = useTranslations('manageOrganizations.organization');
  const roleName = useTranslations('common.roles');
  const field = useTranslations('common.profileField');
  const { organization } = useMembership();
  return (
    <Section title={t('joining')}>
      <Radio.Group size="md" label={t('joinRule')} {...form.getInputProps('join_rule')}>
        <Stack mt="xs" gap="sm">
          {joinRules.map((rule) => (
            <Radio
              key={rule}
              value={rule}
              size="md"
              label={t(`rule.${rule}`)}
              description={t(`ruleHint.${rule}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <NativeSelect
        label={t('joinRole')}
        data={roles
          .filter((one) => !isAbove(one, organization?.role ?? 'volunteer'))
          .map((value) => ({
            value,
            label: roleName(value),
          }))}
        {...form.getInputProps('join_role')}
      />
      <ChooseMany
        label={t('required')}
        description={t('requiredHint')}
        options={profileFields.map((value) => ({ value, label: field(value) }))}
        value={form.values.required_profile_fields}
        onChange={(fields) => form.setFieldValue('required_profile_fields', fields)}
      />
    </Section>
  );
}
