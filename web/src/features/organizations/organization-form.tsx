import { Autocomplete, Button, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { isAbove, profileFields, roles, useMembership } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { hasCode } from '../../api/problem.ts';
import { useTag } from '../../api/use-tag.ts';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { useFieldErrors } from '../../ui/field-errors.ts';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';
import { takeSaved } from '../../ui/take-saved.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { PolicyFields } from './policy-fields.tsx';

/** What has an input of its own; errors of the rest are named above the buttons. */
const shownFields = ['name', 'time_zone'];

type Organization = Schemas['Organization'];
type Values = Pick<
  Organization,
  'name' | 'time_zone' | 'policies' | 'join_rule' | 'join_role' | 'required_profile_fields'
>;

const joinRules = ['invitation', 'open', 'everyone'] as const;

function valuesOf(organization: Organization): Values {
  const { name, time_zone, policies, join_rule, join_role, required_profile_fields } = organization;
  return { name, time_zone, policies, join_rule, join_role, required_profile_fields };
}

export function OrganizationForm({ organization }: { readonly organization: Organization }) {
  const t = useTranslations('manageOrganizations.organization');
  const words = useTranslations('common.action');
  const admin = useTranslations('common');
  const path = { path: { id: organization.id } };
  const tag = useTag('/api/v1/organizations/{id}', path);
  const fieldErrors = useFieldErrors();
  const form = useForm<Values>({ initialValues: valuesOf(organization) });
  useUnsaved(form.isDirty());
  const save = useApiMutation('patch', '/api/v1/organizations/{id}', {
    invalidates: [
      ['/api/v1/organizations/{id}', path],
      ['/api/v1/organizations'],
      ['/api/v1/organizations/{id}/setup'],
    ],
    onSuccess: () => void notify.success(t('saved')),
  });
  // Only what was changed is sent: not every admin may set everything.
  const changed = (values: Values): Partial<Values> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => form.isDirty(name)));
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        save.mutate(
          { ...path, body: changed(values), ifMatch: tag.ifMatch },
          {
            onSuccess: (saved) => {
              takeSaved(form, values, valuesOf(saved));
              void tag.renew();
            },
            onError: (error) => {
              form.setErrors(fieldErrors(error));
              void tag.afterRefusal(error);
            },
          },
        ),
      )}
    >
      <About form={form} />
      <Joining form={form} />
      <Section title={t('policies')} lead={t('policiesLead')}>
        <PolicyFields
          value={form.values.policies}
          onChange={(policies) => form.setFieldValue('policies', policies)}
          inherits={false}
        />
      </Section>
      <Stack mt="md">
        <Problem error={save.error} shownFields={shownFields} />
        {hasCode(save.error, 'precondition_failed') && <p>{admin('saveAgain')}</p>}
        <Group justify="flex-end">
          {form.isDirty() && <span>{admin('status.unsaved')}</span>}
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {words('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type FormProps = { readonly form: ReturnType<typeof useForm<Values>> };

function About({ form }: FormProps) {
  const t = useTranslations('manageOrganizations.organization');
  return (
    <Section title={t('about')}>
      <TextInput label={t('name')} required maxLength={200} {...form.getInputProps('name')} />
      <Autocomplete
        label={t('zone')}
        description={t('zoneHint')}
        required
        size="md"
        limit={50}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        styles={{ options: { maxHeight: '14rem', overflowY: 'auto' } }}
        data={Intl.supportedValuesOf('timeZone')}
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
