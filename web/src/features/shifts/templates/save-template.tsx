import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { FormDialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { templatesOf } from './shift-templates.ts';

interface SaveTemplateProps {
  readonly organizationId: number;
  readonly from: { readonly from_shift_id: number } | { readonly from_week: string };
  /** A name to begin with. */
  readonly name?: string;
  /** Whether the week has shifts that aren't shown. */
  readonly isFiltered?: boolean;
  readonly close: () => void;
}

/** A shift or a week as a template, to be used again. */
export default function SaveTemplate({
  organizationId,
  from,
  name = '',
  isFiltered = false,
  close,
}: SaveTemplateProps) {
  const t = useTranslations('manageShifts.templates');
  const [typed, setTyped] = useState(name.slice(0, 200));
  const save = useApiMutation('post', '/api/v1/organizations/{id}/shift-templates', {
    invalidates: [templatesOf(organizationId).queryKey],
    onSuccess: (template) => {
      notify.success(t('saved', { name: template.name }));
      close();
    },
  });
  return (
    <FormDialog
      title={t('from_week' in from ? 'saveWeek' : 'saveShift')}
      close={close}
      submitLabel={t('save')}
      isSending={save.isPending}
      error={save.error}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ path: { id: organizationId }, body: { name: typed.trim(), ...from } });
      }}
    >
      <Text>{t('from_week' in from ? 'saveWeekText' : 'saveShiftText')}</Text>
      {isFiltered && <Text>{t('unfiltered')}</Text>}
      <TextInput
        label={t('name')}
        required
        maxLength={200}
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  );
}
