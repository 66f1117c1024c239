import { Button, Group, Stack, Textarea } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { canOverride, overrideOf } from '../api/override.ts';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface RefusedDialogProps {
  readonly title: string;
  readonly error: unknown;
  readonly again: ((override: Schemas['Override']) => Promise<unknown>) | undefined;
  readonly close: () => void;
}

/** Says why something was refused; where a coordinator may decide otherwise, asks for the reason. */
export function RefusedDialog({ title, error: first, again, close }: RefusedDialogProps) {
  const words = useTranslations('common.action');
  const [error, setError] = useState(first);
  return (
    <Dialog title={title} close={close}>
      <Stack>
        <Problem error={error} />
        {again !== undefined && canOverride(error) ? (
          <OverrideForm
            override={async (reason) => {
              try {
                await again(overrideOf(error, reason));
                close();
              } catch (problem) {
                setError(problem);
              }
            }}
            cancel={close}
          />
        ) : (
          <Group justify="flex-end">
            <Button onClick={close}>{words('close')}</Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}

interface OverrideFormProps {
  readonly override: (reason: string) => Promise<void>;
  readonly cancel: () => void;
  readonly submitLabel?: string;
  readonly cancelLabel?: string;
}

export function OverrideForm({ override, cancel, submitLabel, cancelLabel }: OverrideFormProps) {
  const t = useTranslations('common.override');
  const words = useTranslations('common.action');
  const [reason, setReason] = useState('');
  const [isRunning, setRunning] = useState(false);
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        setRunning(true);
        await override(reason.trim());
        setRunning(false);
      }}
    >
      <Stack>
        <Textarea
          label={t('reason')}
          description={t('reasonHint')}
          required
          maxLength={1_000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {cancelLabel ?? words('cancel')}
          </Button>
          <Button type="submit" color="clay" loading={isRunning} disabled={reason.trim() === ''}>
            {submitLabel ?? t('submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
