import { Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schemas } from '../../api/client.ts';
import { useApiMutation } from '../../api/mutation.ts';
import { FormDialog } from '../../ui/dialog.tsx';

export function RevokeAward({ award }: { readonly award: Schemas['AwardLine'] }) {
  const t = useTranslations('manageBadges.award');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        aria-label={t('revokeOf', { name: award.user_name })}
        onClick={() => setOpen(true)}
      >
        {t('revoke')}
      </Button>
      {isOpen && <RevokeDialog award={award} close={() => setOpen(false)} />}
    </>
  );
}

function RevokeDialog({
  award,
  close,
}: {
  readonly award: Schemas['AwardLine'];
  readonly close: () => void;
}) {
  const t = useTranslations('manageBadges.award');
  const [reason, setReason] = useState('');
  const revoke = useApiMutation('post', '/api/v1/badges/{id}/awards/{award_id}/revoke', {
    invalidates: [['/api/v1/badges/{id}/awards'], ['/api/v1/badges/{id}'], ['/api/v1/badges']],
    onSuccess: close,
  });
  return (
    <FormDialog
      title={t('revokeTitle')}
      close={close}
      submitLabel={t('revoke')}
      isSending={revoke.isPending}
      error={revoke.error}
      size="md"
      onSubmit={(event) => {
        event.preventDefault();
        revoke.mutate({
          path: { id: award.badge_id, award_id: award.id },
          body: reason.trim() === '' ? {} : { reason: reason.trim() },
        });
      }}
    >
      <Text>{t('revokeText')}</Text>
      <Textarea
        label={t('reason')}
        description={t('reasonHint')}
        autosize
        minRows={2}
        maxLength={1_000}
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}
