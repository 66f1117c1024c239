import { Button, Group, List, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isAbove, type Role, roles, useMembership, useOrganizationId } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { Dialog, DialogCancel } from '../../ui/dialog.tsx';
import { fieldErrorsOf } from '../../ui/field-names.ts';
import { Problem } from '../../ui/problem.tsx';

type Item = Schemas['InvitedAddress'];
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
  const invite = useApiMutation('post', '/api/v1/organizations/{id}/invitations/bulk', {
    invalidates: [['/api/v1/organizations/{id}/invitations'], ['/api/v1/organizations/{id}/setup']],
    onSuccess: (answer) => setItems(answer.items),
  });
  const [isChecked, setChecked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const wrong =
    text.trim() === '' ? t('missing') : text.length > longest ? t('tooLong', { limit: longest }) : undefined;
  const send = () => {
    setChecked(true);
    if (wrong === undefined) invite.mutate({ path: { id }, body: { text, role } });
    else field.current?.focus();
  };
  return (
    <Dialog title={t('title')} size="lg" close={close} isDirty={items === undefined && text !== ''}>
      {items === undefined ? (
        <Stack>
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
          <NativeSelect
            label={words('invite.role')}
            description={`${roleName(role)}: ${words(`meaning.${role}`)}`}
            data={roles
              .filter((one) => !isAbove(one, organization?.role ?? 'volunteer'))
              .map((value) => ({ value, label: roleName(value) }))}
            value={role}
            onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
          />
          <Problem error={invite.error} shownFields={['text']} />
          <Group justify="flex-end">
            <DialogCancel />
            <Button loading={invite.isPending} onClick={send}>
              {t('send')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Results
          items={items}
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
  readonly close: () => void;
  readonly correct: (text: string) => void;
}

function Results({ items, close, correct }: ResultsProps) {
  const t = useTranslations('manageOrganizations.members.inviteMany');
  const words = useTranslations('common.action');
  const groups = statuses
    .map((status) => ({ status, own: items.filter((item) => item.status === status) }))
    .filter(({ own }) => own.length > 0);
  const invalid = items.filter(({ status }) => status === 'invalid').map(({ text }) => text);
  return (
    <Stack>
      <div role="status">
        {groups.map(({ status, own }) => (
          <section key={status}>
            <Text fw={600} mt="sm">
              {t(`result.${status}`, { count: own.length })}
            </Text>
            <List>
              {own.map(({ line, text, email, name }) => (
                <List.Item key={`${line} ${text}`}>
                  {email === null ? t('line', { line, text }) : name === null ? email : `${name} (${email})`}
                </List.Item>
              ))}
            </List>
          </section>
        ))}
      </div>
      <Group justify="flex-end">
        {invalid.length > 0 && (
          <Button variant="default" onClick={() => correct(invalid.join('\n'))}>
            {t('correct')}
          </Button>
        )}
        <Button data-autofocus onClick={close}>
          {words('close')}
        </Button>
      </Group>
    </Stack>
  );
}
