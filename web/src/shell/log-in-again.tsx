import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMe } from '../api/me.ts';
import { useTask } from '../api/mutation.ts';
import { isWrongPassword, leave, logIn } from '../api/session.ts';
import { useFocusFirstWrong } from '../ui/first-wrong-field.ts';
import { useFocusReturn } from '../ui/keep-focus.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { Problem } from '../ui/problem.tsx';

/** Over the page when the session ends in the middle of something; requests wait and then go on. */
export default function LogInAgain() {
  useFocusReturn();
  const t = useTranslations('common.session');
  const me = useMe();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const email = me?.email ?? typed;
  const attempt = useTask(() => logIn(email, password));
  const isWrong = isWrongPassword(attempt.error);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstWrong(form, attempt.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate();
  };
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={
        <Text span fw={600} size="lg">
          {t('expiredTitle')}
        </Text>
      }
      centered
    >
      <form ref={form} onSubmit={submit}>
        <Stack>
          <Text>{t('expiredText')}</Text>
          <TextInput
            label={t('email')}
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            readOnly={me !== undefined}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            required
          />
          <PasswordField
            label={t('password')}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            error={isWrong && t('wrong')}
            data-autofocus
            required
          />
          {!isWrong && <Problem error={attempt.error} />}
          <Button type="submit" loading={attempt.isPending}>
            {t('logIn')}
          </Button>
          <Button variant="subtle" onClick={leave}>
            {t('leave')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
