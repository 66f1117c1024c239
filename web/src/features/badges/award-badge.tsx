import { Textarea } from '@mantine/core';
import type { Schemas } from '@muster/client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../api/mutation.ts';
import { memberKey } from '../../api/use-member.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { useFieldErrors } from '../../ui/field-errors.ts';
import { notify } from '../../ui/notify.ts';
import { PersonPicker } from '../../ui/person-picker.tsx';

export function useAward(onSuccess: () => void) {
  return useApiMutation('post', '/api/v1/badges/{id}/award', {
    invalidates: [memberKey, ['/api/v1/badges/{id}/awards'], ['/api/v1/badges/{id}'], ['/api/v1/badges']],
    onSuccess,
  });
}

/** To a person who is chosen here; on the page of a person, `PersonBadges` chooses the badge. */
export function AwardBadge({
  badge,
  close,
}: {
  readonly badge: Schemas['Badge'];
  readonly close: () => void;
}) {
  const t = useTranslations('manageBadges.award');
  const [userId, setUserId] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const fieldErrors = useFieldErrors();
  const award = useAward(() => {
    void notify.success(t('done'));
    close();
  });
  return (
    <FormDialog
      title={t('dialog', { name: badge.name })}
      close={close}
      submitLabel={t('submit')}
      isSending={award.isPending}
      error={award.error}
      shownFields={['user_id']}
      isDirty={userId !== null || note !== ''}
      size="md"
      onSubmit={(event) => {
        event.preventDefault();
        if (userId === null) return;
        award.mutate({ path: { id: badge.id }, body: { user_id: userId, note: note.trim() || null } });
      }}
    >
      <PersonPicker
        label={t('person')}
        value={userId}
        onChange={setUserId}
        isRequired
        error={fieldErrors(award.error)['user_id']}
      />
      <Textarea
        label={t('note')}
        description={t('noteHint')}
        autosize
        minRows={2}
        maxLength={1_000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  );
}
