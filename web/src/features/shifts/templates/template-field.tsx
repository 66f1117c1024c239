import { NativeSelect } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useTask } from '../../../api/mutation.ts';
import { apiQuery, queryClient } from '../../../api/query.ts';
import { Problem } from '../../../ui/problem.tsx';
import { templateDraft } from '../shift-form/draft.ts';
import type { ShiftForm } from '../shift-form/part.tsx';
import { useTemplates } from './shift-templates.ts';

interface TemplateFieldProps {
  readonly form: ShiftForm;
  readonly organizationId: number;
}

/** Fills in the form of a new shift from a template. The day stays as it is. */
export function TemplateField({ form, organizationId }: TemplateFieldProps) {
  const t = useTranslations('manageShifts.templates');
  const templates = useTemplates().data?.items.filter(({ kind }) => kind === 'shift') ?? [];
  const fill = useTask(async (template_id: number) => {
    const path = { id: organizationId, template_id };
    const query = apiQuery('/api/v1/organizations/{id}/shift-templates/{template_id}', { path });
    const { shifts } = await queryClient.fetchQuery(query);
    const [shift] = shifts;
    if (shift) form.setValues(templateDraft(shift, form.getValues().date));
  });
  if (templates.length === 0) return null;
  return (
    <>
      <NativeSelect
        label={t('template')}
        data={[
          { value: '', label: t('noTemplate') },
          ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => value !== '' && fill.mutate(Number(value))}
      />
      <Problem error={fill.error} />
    </>
  );
}
