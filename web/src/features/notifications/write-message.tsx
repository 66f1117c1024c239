import { Checkbox, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { apiLanguage, useOrganizationId } from '../../api/me.ts';
import { sendChange, useApiMutation } from '../../api/mutation.ts';
import { apiQuery } from '../../api/query.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { AudienceField, type MessageTarget, targetOf } from './audience-field.tsx';
import { EmailPreview } from './email-preview.tsx';
import { nameOf } from './language-name.ts';
import {
  halfWrittenIn,
  isAnyWritten,
  type Language,
  languagesOf,
  MessageTexts,
  type Texts,
  textsOf,
  writtenIn,
} from './message-texts.tsx';
import { Readers } from './readers.tsx';

/** The service takes no more. */
const mostRecipients = 5_000;

type Status = NonNullable<MessageTarget['statuses']>[number];

export interface WriteMessageProps {
  /** Without it, the dialog asks whom to write to. */
  readonly target?: MessageTarget;
  readonly title: string;
  /** For a shift: whom of its people to write to. */
  readonly groups?: readonly { readonly status: Status; readonly label: string }[];
  /** For a shift: its roles, to write to people with one of them. */
  readonly roles?: readonly { readonly id: number; readonly name: string }[];
  readonly close: () => void;
}

/** A message in each language that its readers have. What is left empty is sent in the first language. */
export default function WriteMessage({ target, title, groups, roles = [], close }: WriteMessageProps) {
  const t = useTranslations('manageNotifications.write');
  const organizationId = useOrganizationId();
  const own = apiLanguage(useLocale()) ?? 'en';
  const [audience, setAudience] = useState('');
  const [statuses, setStatuses] = useState<readonly Status[]>(['active']);
  const [roleId, setRoleId] = useState('');
  const [texts, setTexts] = useState<Texts>({});
  const [chosen, setChosen] = useState<Language>(own);
  const [keeps, setKeeps] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const named = target ?? targetOf(audience);
  const narrowed = { ...named, statuses: [...statuses], ...(roleId !== '' && { role_id: Number(roleId) }) };
  const isTooMany = (named?.user_ids?.length ?? 0) > mostRecipients;
  const to = statuses.length === 0 || isTooMany ? undefined : groups ? narrowed : named;
  const readers = useReaders(to, own);
  const read = (readers.data?.languages ?? []).map(({ language }) => language as Language);
  const languages = [...new Set([own, ...read, ...languagesOf(texts)])];
  const written = writtenIn(texts, languages);
  const path = { id: organizationId };
  const keep = useApiMutation('post', '/api/v1/organizations/{id}/message-templates', {
    invalidates: [['/api/v1/organizations/{id}/message-templates']],
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
  const submit = () => {
    const half = halfWrittenIn(texts);
    setChecked(true);
    if (half !== undefined) setChosen(half);
    else if (to !== undefined) send.mutate({ path, body: { ...to, texts: written } });
  };
  const fill = (next: Texts) => {
    setTexts(next);
    setChosen((now) => (next[now] ? now : (languagesOf(next)[0] ?? now)));
  };
  return (
    <FormDialog
      title={title}
      close={close}
      isDirty={isAnyWritten(texts)}
      submitLabel={t('send')}
      isSending={send.isPending}
      isDisabled={written.length === 0 || to === undefined || readers.data?.recipients === 0}
      error={send.error ?? readers.error}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {target === undefined && <AudienceField value={audience} choose={setAudience} />}
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
      {roles.length > 0 && (
        <NativeSelect
          label={t('role')}
          value={roleId}
          data={[
            { value: '', label: t('anyRole') },
            ...roles.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget }) => setRoleId(currentTarget.value)}
        />
      )}
      {isTooMany && <Text c="red">{t('tooMany', { limit: mostRecipients })}</Text>}
      <Readers readers={to === undefined ? undefined : readers.data} />
      <TemplateChoice texts={texts} fill={fill} />
      <MessageTexts
        languages={languages}
        chosen={chosen}
        choose={setChosen}
        texts={texts}
        change={setTexts}
        hint={t('languageHint', { language: nameOf(written[0]?.language ?? own) })}
        isChecked={isChecked}
        isFirst={target !== undefined}
      />
      {to !== undefined && written.length > 0 && <EmailPreview target={to} texts={written} />}
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
function useReaders(target: MessageTarget | undefined, language: Language) {
  const id = useOrganizationId();
  return useQuery({
    queryKey: ['message readers', id, target],
    enabled: target !== undefined,
    queryFn: () =>
      sendChange('post', '/api/v1/organizations/{id}/messages', {
        path: { id },
        body: { ...target, dry_run: true, texts: [{ language, subject: '-', text: '-' }] },
      }),
  });
}

interface TemplateChoiceProps {
  readonly texts: Texts;
  readonly fill: (texts: Texts) => void;
}

/** Fills in a template. Without one, what was there before comes back. */
function TemplateChoice({ texts, fill }: TemplateChoiceProps) {
  const t = useTranslations('manageNotifications.write');
  const id = useOrganizationId();
  const query = useQuery(apiQuery('/api/v1/organizations/{id}/message-templates', { path: { id } }));
  const templates = query.data?.items ?? [];
  const [chosen, setChosen] = useState('');
  const [before, setBefore] = useState<Texts>({});
  if (templates.length === 0) return null;
  return (
    <NativeSelect
      label={t('template')}
      value={chosen}
      data={[
        { value: '', label: t('noTemplate') },
        ...templates.map((one) => ({ value: String(one.id), label: one.name })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const template = templates.find((one) => String(one.id) === value);
        if (chosen === '') setBefore(texts);
        setChosen(value);
        fill(template ? textsOf(template.texts) : before);
      }}
    />
  );
}
