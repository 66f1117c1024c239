import { Button, Group, List, NativeSelect, Text, Textarea } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isAbove, type Role, roles, useMembership, useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { Dialog, DialogCancel, DialogStep } from '../../ui/dialog.tsx';
import { fieldErrorsOf } from '../../ui/field-names.ts';
import { FilePicker, type PickedFile } from '../../ui/file-picker.tsx';
import { Problem } from '../../ui/problem.tsx';

/** From a file, an address that is refused has a reason. */
type Item = Schemas['InvitedAddress'] & Partial<Pick<Schemas['ImportedInvitation'], 'problem'>>;
const statuses = [
  'invited',
  'already_invited',
  'already_member',
  'invalid',
] as const satisfies Item['status'][];

/** A field with a limit would cut a longer text off, and send what is left of the last address to someone else. */
const longest = 100_000;

/** Invites everyone in a pasted list; then what happened to each address. */
export default function InviteMany({ close }: { readonly close: () => void }) {
  const t = useTranslations('manageOrganizations.members.inviteMany');
  const words = useTranslations('manageOrganizations.members');
  const roleName = useTranslations('common.roles');
  const id = useOrganizationId();
  const { organization } = useMembership();
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>('volunteer');
  const [items, setItems] = useState<readonly Item[]>();
  const [file, setFile] = useState<PickedFile>();
  const outcome = {
    invalidates: [['/api/v1/organizations/{id}/invitations'], ['/api/v1/organizations/{id}/setup']],
    onSuccess: (answer: { readonly items: readonly Item[] }) => setItems(answer.items),
  };
  const invite = useApiMutation('post', '/api/v1/organizations/{id}/invitations/bulk', outcome);
  const fromFile = useApiMutation('post', '/api/v1/organizations/{id}/invitations/import', outcome);
  const [isChecked, setChecked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const wrong =
    text.trim() === '' ? t('missing') : text.length > longest ? t('tooLong', { limit: longest }) : undefined;
  const send = () => {
    if (file) return fromFile.mutate({ path: { id }, query: { role }, body: file.content });
    setChecked(true);
    if (wrong === undefined) invite.mutate({ path: { id }, body: { text, role } });
    else field.current?.focus();
  };
  return (
    <Dialog
      title={t('title')}
      size="lg"
      close={close}
      isDirty={items === undefined && (text !== '' || file !== undefined)}
    >
      {items === undefined ? (
        <DialogStep>
          {file === undefined && (
            <Textarea
              label={t('text')}
              description={t('textHint')}
              // Below an error, an example would look like what was typed.
              placeholder={isChecked ? '' : 'Ada Lovelace <ada@example.org>\nben@example.org'}
              autosize
              minRows={6}
              maxRows={14}
              required
              data-autofocus
              ref={field}
              value={text}
              error={isChecked ? (wrong ?? fieldErrorsOf(invite.error)['text']) : undefined}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
          <FilePicker
            label={t(file ? 'chosenFile' : 'file')}
            description={t('fileHint')}
            picked={file}
            pick={(picked) => {
              fromFile.reset();
              setFile(picked);
            }}
          />
          <NativeSelect
            label={file ? t('roleOfOthers') : words('invite.role')}
            description={`${roleName(role)}: ${words(`meaning.${role}`)}`}
            data={roles
              .filter((one) => !isAbove(one, organization?.role ?? 'volunteer'))
              .map((value) => ({ value, label: roleName(value) }))}
            value={role}
            onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
          />
          <Problem error={file ? fromFile.error : invite.error} shownFields={file ? [] : ['text']} />
          <Group justify="flex-end">
            {file && (
              <Button variant="subtle" onClick={() => setFile(undefined)}>
                {t('pasteInstead')}
              </Button>
            )}
            <DialogCancel />
            <Button loading={invite.isPending || fromFile.isPending} onClick={send}>
              {t('send')}
            </Button>
          </Group>
        </DialogStep>
      ) : (
        <Results
          items={items}
          isFile={file !== undefined}
          close={close}
          correct={(lines) => {
            setChecked(false);
            setText(lines);
            setItems(undefined);
          }}
        />
      )}
    </Dialog>
  );
}

interface ResultsProps {
  readonly items: readonly Item[];
  readonly isFile: boolean;
  readonly close: () => void;
  readonly correct: (text: string) => void;
}

function Results({ items, isFile, close, correct }: ResultsProps) {
  const t = useTranslations('manageOrganizations.members.inviteMany');
  const words = useTranslations('common.action');
  const groups = statuses
    .map((status) => ({ status, own: items.filter((item) => item.status === status) }))
    .filter(({ own }) => own.length > 0);
  const invalid = items.filter(({ status }) => status === 'invalid').map(({ text }) => text);
  return (
    <DialogStep>
      <div role="status">
        {groups.map(({ status, own }) => (
          <section key={status}>
            <Text fw={600} mt="sm">
              {t(isFile && status === 'invalid' ? 'result.refused' : `result.${status}`, {
                count: own.length,
              })}
            </Text>
            <List>
              {own.map(({ line, text, email, name, problem }) => (
                <List.Item key={`${line} ${text}`}>
                  {email === null || problem
                    ? t('line', { line, text })
                    : name === null
                      ? email
                      : `${name} (${email})`}
                  {problem && <Text size="sm">{problem.message}</Text>}
                </List.Item>
              ))}
            </List>
          </section>
        ))}
      </div>
      <Group justify="flex-end">
        {invalid.length > 0 && !isFile && (
          <Button variant="default" onClick={() => correct(invalid.join('\n'))}>
            {t('correct')}
          </Button>
        )}
        <Button data-autofocus onClick={close}>
          {words('close')}
        </Button>
      </Group>
    </DialogStep>
  );
}
