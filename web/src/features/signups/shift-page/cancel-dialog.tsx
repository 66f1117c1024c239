import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../../api/mutation.ts';
import { type MyRegistration, staleAfterChange } from '../../../api/my-registrations.ts';
import { Dialog, DialogCancel } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';

interface CancelDialogProps {
  readonly registration: MyRegistration;
  readonly close: () => void;
}

export default function CancelDialog({ registration, close }: CancelDialogProps) {
  const { shift_id: id, status } = registration;
  const kind = status === 'waitlisted' || status === 'pending_approval' ? status : 'active';
  const t = useTranslations('signups.mine');
  const words = useTranslations(`signups.mine.leaving.${kind}`);
  const [reason, setReason] = useState('');
  const cancel = useApiMutation('delete', '/api/v1/shifts/{id}/signups', {
    invalidates: staleAfterChange(id),
    onSuccess: () => {
      notify.success(words('done'));
      close();
    },
  });
  const given = reason.trim();
  return (
    <Dialog title={words('title')} close={close} centered>
      <Stack>
        <Text>{words('text')}</Text>
        <Textarea
          label={t('reason')}
          maxLength={1_000}
          autosize
          minRows={2}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Problem error={cancel.error} />
        <Group justify="flex-end">
          <DialogCancel label={words('keep')} />
          <Button
            color="red.9"
            data-autofocus
            loading={cancel.isPending}
            onClick={() =>
              cancel.mutate({
                path: { id },
                body: { source: 'self_service', ...(given !== '' && { reason: given }) },
              })
            }
          >
            {words('confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
