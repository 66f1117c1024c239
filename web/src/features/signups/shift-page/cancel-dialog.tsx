import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { changeLater } from '../../../api/delayed-changes.ts';
import { prepareChange } from '../../../api/mutation.ts';
import { type MyRegistration, staleAfterChange } from '../../../api/my-registrations.ts';
import { Dialog, DialogCancel } from '../../../ui/dialog.tsx';

interface CancelDialogProps {
  readonly registration: MyRegistration;
  readonly close: () => void;
}

export default function CancelDialog({ registration, close }: CancelDialogProps) {
  const { shift_id: id, status, shift } = registration;
  const kind = status === 'waitlisted' || status === 'pending_approval' ? status : 'active';
  const t = useTranslations('signups.mine');
  const words = useTranslations(`signups.mine.leaving.${kind}`);
  const [reason, setReason] = useState('');
  const given = reason.trim();
  const cancel = () => {
    const body = { source: 'self_service' as const, ...(given !== '' && { reason: given }) };
    const query = { registration_id: registration.id };
    changeLater({
      about: [`registration ${registration.id}`, `spot ${id}`],
      text: words('done', { title: shift.title }),
      requests: [prepareChange('delete', '/api/v1/shifts/{id}/signups', { path: { id }, query, body })],
      stale: staleAfterChange(id),
    });
    close();
  };
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
        <Group justify="flex-end">
          <DialogCancel label={words('keep')} />
          <Button color="red.9" data-autofocus onClick={cancel}>
            {words('confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
