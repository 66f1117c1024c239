import { Button, Group, Textarea } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMe } from '../../api/me.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { notify } from '../../ui/notify.ts';
import { Problem } from '../../ui/problem.tsx';

interface AskChosenProps {
  readonly shiftId: number;
  readonly roleKey: string;
  readonly userIds: readonly number[];
  readonly close: () => void;
  /** What else can be done with the chosen people. */
  readonly children: ReactNode;
}

/** Asks the chosen people to take a shift: they decide, by email or in the app. */
export function AskChosen({ shiftId, roleKey, userIds, close, children }: AskChosenProps) {
  const t = useTranslations('manageAsks');
  const me = useMe();
  // Coordinators who can take it sign up.
  const others = userIds.filter((id) => id !== me?.id);
  const [message, setMessage] = useState('');
  const ask = useApiMutation('post', '/api/v1/shifts/{id}/asks', {
    invalidates: [
      ['/api/v1/shifts/{id}/asks', { path: { id: shiftId } }],
      ['/api/v1/shifts/{id}/roster', { path: { id: shiftId } }],
    ],
    onSuccess: ({ asked, skipped }) => {
      notify.success(t('asked', { count: asked, skipped: skipped.length }));
      close();
    },
  });
  return (
    <>
      <Textarea
        label={t('message')}
        description={t('messageHint')}
        autosize
        minRows={2}
        maxLength={1_000}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <Problem error={ask.error} />
      <Group justify="flex-end">
        {children}
        <Button
          leftSection={<IconMessageQuestion size={18} aria-hidden />}
          disabled={others.length === 0}
          loading={ask.isPending}
          onClick={() =>
            ask.mutate({
              path: { id: shiftId },
              body: { user_ids: others, message, ...(roleKey !== '' && { role_key: roleKey }) },
            })
          }
        >
          {t('ask', { count: others.length })}
        </Button>
      </Group>
    </>
  );
}
