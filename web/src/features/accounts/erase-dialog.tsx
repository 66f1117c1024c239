import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../api/mutation.ts';
import { leave } from '../../api/session.ts';
import { Dialog, DialogCancel } from '../../ui/dialog.tsx';
import { fieldErrorsOf } from '../../ui/field-names.ts';
import { useFocusFirstWrong } from '../../ui/first-wrong-field.ts';
import { notify } from '../../ui/notify.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { Problem } from '../../ui/problem.tsx';

/** Erases the account permanently. Asks for a word and the password, so that it never happens by accident. */
export default function EraseDialog({ close }: { readonly close: () => void }) {
  const t = useTranslations('accounts.settings');
  const navigate = useNavigate();
  const [word, setWord] = useState('');
  const [password, setPassword] = useState('');
  const erase = useApiMutation('delete', '/api/v1/me', {
    onSuccess: () => {
      leave();
      notify.success(t('erased'));
      void navigate({ to: '/', ignoreBlocker: true });
    },
  });
  const isMeant = word.trim().toLowerCase() === t('eraseWord');
  const wrong = fieldErrorsOf(erase.error)['password'];
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstWrong(form, erase.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isMeant) erase.mutate({ body: { password } });
  };
  return (
    <Dialog title={t('eraseTitle')} close={close} centered>
      <form ref={form} onSubmit={submit}>
        <Stack>
          <Text>{t('eraseText')}</Text>
          <TextInput
            label={t('eraseType', { word: t('eraseWord') })}
            autoComplete="off"
            value={word}
            onChange={({ currentTarget }) => setWord(currentTarget.value)}
            data-autofocus
            required
          />
          <PasswordField
            label={t('erasePassword')}
            autoComplete="current-password"
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            error={wrong}
            required
          />
          {wrong === undefined && <Problem error={erase.error} />}
          <Group justify="flex-end">
            <DialogCancel />
            <Button type="submit" color="red.9" disabled={!isMeant} loading={erase.isPending}>
              {t('eraseConfirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
