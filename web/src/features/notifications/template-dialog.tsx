import { TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { apiLanguage, useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { locales } from '../../i18n/language.ts';
import { type Resource, ResourceDialog, useResourceForm } from '../../ui/resource-form.tsx';
import {
  halfWrittenIn,
  type Language,
  languagesOf,
  MessageTexts,
  type Texts,
  textsOf,
  writtenIn,
} from './message-texts.tsx';

interface Values {
  name: string;
  texts: Texts;
}

type Template = Schemas['MessageTemplate'];
const stale = [['/api/v1/organizations/{id}/message-templates']] as const;

interface TemplateDialogProps {
  /** Undefined for a new one. */
  readonly template?: Template;
  readonly close: () => void;
}

export default function TemplateDialog({ template, close }: TemplateDialogProps) {
  return template === undefined ? <Create close={close} /> : <Change template={template} close={close} />;
}

function Create({ close }: { readonly close: () => void }) {
  const t = useTranslations('manageNotifications.templates');
  const path = { id: useOrganizationId() };
  const languages = useLanguages({});
  const none: Values = { name: '', texts: {} };
  const resource = useResourceForm({
    values: none,
    save: useApiMutation('post', '/api/v1/organizations/{id}/message-templates', {
      invalidates: stale,
      onSuccess: close,
    }),
    changeOf: ({ name, texts }) => ({ path, body: { name, texts: writtenIn(texts, languages) } }),
  });
  return <Fields resource={resource} languages={languages} title={t('new')} close={close} />;
}

function Change({ template, close }: { readonly template: Template; readonly close: () => void }) {
  const t = useTranslations('manageNotifications.templates');
  const path = { id: useOrganizationId(), template_id: template.id };
  const before = textsOf(template.texts);
  const languages = useLanguages(before);
  const values: Values = { name: template.name, texts: before };
  const resource = useResourceForm({
    values,
    save: useApiMutation('put', '/api/v1/organizations/{id}/message-templates/{template_id}', {
      invalidates: stale,
      onSuccess: close,
    }),
    changeOf: ({ name, texts }) => ({ path, body: { name, texts: writtenIn(texts, languages) } }),
  });
  const title = t('editOf', { name: template.name });
  return <Fields resource={resource} languages={languages} title={title} close={close} />;
}

/** Those that the template has come first, in its order: the first is what people with other languages read. */
function useLanguages(texts: Texts): Language[] {
  const own = apiLanguage(useLocale()) ?? 'en';
  const all = locales().flatMap((locale) => apiLanguage(locale) ?? []);
  return [...new Set([...languagesOf(texts), own, ...all])];
}

interface FieldsProps {
  readonly resource: Resource<Values>;
  readonly languages: readonly Language[];
  readonly title: string;
  readonly close: () => void;
}

function Fields({ resource, languages, title, close }: FieldsProps) {
  const t = useTranslations('manageNotifications.templates');
  const save = useTranslations('common.action')('save');
  const { form } = resource;
  const { texts } = form.values;
  const [chosen, setChosen] = useState<Language>(languages[0] ?? 'en');
  const [isChecked, setChecked] = useState(false);
  const submit: typeof resource.submit = (event) => {
    const half = halfWrittenIn(texts);
    setChecked(true);
    if (half === undefined) return resource.submit(event);
    event.preventDefault();
    setChosen(half);
  };
  return (
    <ResourceDialog
      resource={{ ...resource, submit }}
      title={title}
      submitLabel={save}
      shownFields={['name']}
      size="lg"
      isDisabled={writtenIn(texts, languages).length === 0}
      close={close}
    >
      <TextInput label={t('name')} required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <MessageTexts
        languages={languages}
        chosen={chosen}
        choose={setChosen}
        texts={texts}
        change={(next) => form.setFieldValue('texts', next)}
        hint={t('languageHint')}
        isChecked={isChecked}
        isFirst={false}
      />
    </ResourceDialog>
  );
}
