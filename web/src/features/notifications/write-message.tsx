import { Checkbox, Group, NativeSelect, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import { apiLanguage, useOrganizationId } from '../../api/me.ts';
import { sendChange, useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { nameOf } from './language-name.ts';

type Request = Schemas['MessageRequest'];
export type MessageTarget = Pick<
  Request,
  'user_ids' | 'shift_id' | 'role_id' | 'program_id' | 'everybody' | 'statuses'
>;
type Language = Schemas['MessageText']['language'];
type Words = { readonly subject: string; readonly text: string };
type Status = NonNullable<Request['statuses']>[number];

export interface WriteMessageProps {
  readonly target: MessageTarget;
  readonly title: string;
  /** For a shift: whom of its people to write to. */
  readonly groups?: readonly { readonly status: Status; readonly label: string }[];
  readonly close: () => void;
}

const templatesOf = (id: number) =>
  apiQuery('/api/v1/organizations/{id}/message-templates', { path: { id } });
const noWords: Words = { subject: '', text: '' };

/** A message in each language that its readers have. What is left empty is sent in the first language. */
export default function WriteMessage({ target, title, groups, close }: WriteMessageProps) {
  const t = useTranslations('manageNotifications.write');
  const organizationId = useOrganizationId();
  const own = apiLanguage(useLocale()) ?? 'en';
  const [statuses, setStatuses] = useState<readonly Status[]>(['active']);
  const [texts, setTexts] = useState<Readonly<Partial<Record<Language, Words>>>>({});
  const [chosen, setChosen] = useState<Language>(own);
  const [keeps, setKeeps] = useState(false);
  const to: MessageTarget = groups ? { ...target, statuses: [...statuses] } : target;
  const readers = useReaders(to, own, statuses.length > 0);
  const languages = [
    ...new Set([own, ...(readers.data?.languages ?? []).map(({ language }) => language as Language)]),
  ];
  const written = languages.flatMap((language): Schemas['MessageText'][] => {
    const { subject, text } = texts[language] ?? noWords;
    return subject.trim() !== '' && text.trim() !== '' ? [{ language, subject, text }] : [];
  });
  const path = { id: organizationId };
  const keep = useApiMutation('post', '/api/v1/organizations/{id}/message-templates', {
    invalidates: [templatesOf(organizationId).queryKey],
  });
  const send = useApiMutation('post', '/api/v1/organizations/{id}/messages', {
    invalidates: [['/api/v1/organizations/{id}/messages']],
    onSuccess: ({ recipients, opted_out, no_address }) => {
      const name = written[0]?.subject ?? '';
      if (keeps)
        keep.mutate(
          { path, body: { name, texts: written } },
          { onError: () => notify.warning(t('notKept')) },
        );
      notify.success(t('sent', { count: recipients - opted_out - no_address }));
      close();
    },
  });
  const words = texts[chosen] ?? noWords;
  const type = (change: Partial<Words>) => setTexts({ ...texts, [chosen]: { ...words, ...change } });
  return (
    <FormDialog
      title={title}
      close={close}
      isDirty={Object.values(texts).some(({ subject, text }) => subject !== '' || text !== '')}
      submitLabel={t('send')}
      isSending={send.isPending}
      isDisabled={written.length === 0 || statuses.length === 0 || readers.data?.recipients === 0}
      error={send.error ?? readers.error}
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({ path, body: { ...to, texts: written } });
      }}
    >
      {groups && (
        <Checkbox.Group
          label={t('to')}
          value={[...statuses]}
          onChange={(next) => setStatuses(next as Status[])}
        >
          <Group mt="xs">
            {groups.map(({ status, label }) => (
              <Checkbox key={status} value={status} label={label} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <Readers readers={statuses.length === 0 ? undefined : readers.data} />
      <TemplateChoice
        use={(template) =>
          setTexts(Object.fromEntries(template.map(({ language, ...one }) => [language, one])))
        }
      />
      {languages.length > 1 && (
        <div>
          <SegmentedControl
            fullWidth
            aria-label={t('language')}
            value={chosen}
            onChange={(value) => setChosen(value as Language)}
            data={languages.map((language) => ({ value: language, label: nameOf(language) }))}
          />
          <Text size="sm" c="dimmed" mt={4}>
            {t('languageHint', { language: nameOf(written[0]?.language ?? own) })}
          </Text>
        </div>
      )}
      <TextInput
        label={t('subject')}
        required={written.length === 0}
        maxLength={200}
        lang={chosen}
        data-autofocus
        value={words.subject}
        onChange={({ currentTarget }) => type({ subject: currentTarget.value })}
      />
      <Textarea
        label={t('text')}
        description={t('textHint')}
        required={written.length === 0}
        autosize
        minRows={5}
        maxLength={10_000}
        lang={chosen}
        value={words.text}
        onChange={({ currentTarget }) => type({ text: currentTarget.value })}
      />
      <Checkbox
        label={t('keep')}
        description={t('keepHint')}
        checked={keeps}
        onChange={({ currentTarget }) => setKeeps(currentTarget.checked)}
      />
    </FormDialog>
  );
}

/** Who would get it: asked without sending anything. */
function useReaders(target: MessageTarget, language: Language, isEnabled: boolean) {
  const id = useOrganizationId();
  return useQuery({
    queryKey: ['message readers', id, target],
    enabled: isEnabled,
    queryFn: () =>
      sendChange('post', '/api/v1/organizations/{id}/messages', {
        path: { id },
        body: { ...target, dry_run: true, texts: [{ language, subject: '-', text: '-' }] },
      }),
  });
}

function Readers({ readers }: { readonly readers: Schemas['MessageResponse'] | undefined }) {
  const t = useTranslations('manageNotifications.write');
  const { list } = useFormatter();
  if (readers === undefined) return null;
  const { languages, opted_out, no_address } = readers;
  const count = languages.reduce((sum, { people }) => sum + people, 0);
  const parts = languages.map(({ language, people }) =>
    t('readersOf', { language: nameOf(language), people }),
  );
  return (
    <Text role="status">
      {t('readers', { count })}
      {languages.length > 1 && ` (${list(parts, { type: 'unit' })})`}
      {opted_out + no_address > 0 && ` ${t('unreached', { count: opted_out + no_address })}`}
    </Text>
  );
}

function TemplateChoice({ use }: { readonly use: (texts: readonly Schemas['MessageText'][]) => void }) {
  const t = useTranslations('manageNotifications.write');
  const templates = useQuery(templatesOf(useOrganizationId())).data?.items ?? [];
  if (templates.length === 0) return null;
  return (
    <NativeSelect
      label={t('template')}
      data={[
        { value: '', label: t('noTemplate') },
        ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget }) => {
        const template = templates.find(({ id }) => String(id) === currentTarget.value);
        if (template) use(template.texts);
      }}
    />
  );
}
