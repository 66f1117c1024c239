import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useOrganizations } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { queryClient } from '../../api/query.ts';
import { deviceZone } from '../../time/calendar.ts';
import { ResourceDialog, useResourceForm } from '../../ui/resource-form.tsx';

/** For people who have an account: others create an organization together with it. */
export default function CreateOrganization({ close }: { readonly close: () => void }) {
  const t = useTranslations('organizations.create');
  const { choose } = useOrganizations();
  const navigate = useNavigate();
  const resource = useResourceForm({
    values: { name: '' },
    save: useApiMutation('post', '/api/v1/organizations', {
      onSuccess: async ({ id }) => {
        await queryClient.invalidateQueries({ queryKey: ['/api/v1/organizations'] });
        choose(id);
        close();
        await navigate({ to: '/manage', ignoreBlocker: true });
      },
    }),
    changeOf: ({ name }) => ({ body: { name, time_zone: deviceZone } }),
  });
  return (
    <ResourceDialog
      resource={resource}
      title={t('title')}
      submitLabel={t('submit')}
      shownFields={['name']}
      close={close}
    >
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        required
        maxLength={200}
        autoComplete="organization"
        data-autofocus
        {...resource.form.getInputProps('name')}
      />
    </ResourceDialog>
  );
}
