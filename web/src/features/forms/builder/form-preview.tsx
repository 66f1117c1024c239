import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Section } from '../../../ui/section.tsx';
import { FormFields } from '../form-fields.tsx';
import { isObject, type Json } from '../form-match.ts';

/** The form as people will see it, with the same renderer. */
export function FormPreview({ schema, ui }: { readonly schema: Json; readonly ui: Json }) {
  const t = useTranslations('manageForms');
  const [answers, setAnswers] = useState<Json>({});
  const isEmpty = !isObject(schema['properties']) || Object.keys(schema['properties']).length === 0;
  return (
    <Section title={t('preview')} lead={t('previewLead')}>
      {isEmpty ? (
        <Text c="dimmed">{t('previewEmpty')}</Text>
      ) : (
        <FormFields schema={schema} ui={ui} value={answers} onChange={setAnswers} />
      )}
    </Section>
  );
}
