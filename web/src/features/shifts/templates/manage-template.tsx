import { Button, Group, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendChange, useApiMutation } from '../../../api/mutation.ts';
import { queryClient } from '../../../api/query.ts';
import { ConfirmAction } from '../../../ui/lazy-dialog.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { templatesOf } from './shift-templates.ts';

interface ManageTemplateProps {
  readonly organizationId: number;
  readonly template: Schemas['ShiftTemplateSummary'];
}

/** Another name for a template, or no template. */
export function ManageTemplate({ organizationId, template }: ManageTemplateProps) {
  const t = useTranslations('manageShifts.templates');
  const [typed, setTyped] = useState<{ readonly id: number; readonly name: string }>();
  const [isRenamed, setRenamed] = useState(false);
  const name = typed?.id === template.id ? typed.name : undefined;
  const setName = (next: string) => setTyped({ id: template.id, name: next });
  const { queryKey } = templatesOf(organizationId);
  const path = { id: organizationId, template_id: template.id };
  const rename = useApiMutation('patch', '/api/v1/organizations/{id}/shift-templates/{template_id}', {
    invalidates: [queryKey],
    onSuccess: () => {
      setTyped(undefined);
      setRenamed(true);
    },
  });
  const remove = async () => {
    await sendChange('delete', '/api/v1/organizations/{id}/shift-templates/{template_id}', { path });
    await queryClient.invalidateQueries({ queryKey });
  };
  if (name === undefined)
    return (
      <Group gap="xs">
        <Button variant="default" autoFocus={isRenamed} onClick={() => setName(template.name)}>
          {t('rename')}
        </Button>
        <ConfirmAction
          title={t('deleteTitle', { name: template.name })}
          text={t('deleteText')}
          confirmLabel={t('delete')}
          isDangerous
          onConfirm={remove}
        >
          {(open) => (
            <Button variant="default" onClick={open}>
              {t('delete')}
            </Button>
          )}
        </ConfirmAction>
      </Group>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate({ path, body: { name: name.trim() } });
      }}
    >
      <Group gap="xs" align="flex-end">
        <TextInput
          label={t('name')}
          required
          maxLength={200}
          autoFocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" loading={rename.isPending}>
          {t('rename')}
        </Button>
      </Group>
      <Problem error={rename.error} />
    </form>
  );
}
