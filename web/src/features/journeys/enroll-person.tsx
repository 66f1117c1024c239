import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../api/mutation.ts';
import { memberKey } from '../../api/use-member.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { PersonPicker } from '../../ui/person-picker.tsx';

export function useEnroll(onSuccess: () => void) {
  return useApiMutation('post', '/api/v1/journeys/{id}/enrollments', {
    invalidates: [memberKey, ['/api/v1/journeys/{id}/enrollments']],
    onSuccess,
  });
}

/** Someone who is chosen here; on the page of a person, `PersonJourneys` chooses the journey. */
export function EnrollPerson({
  journeyId,
  close,
}: {
  readonly journeyId: number;
  readonly close: () => void;
}) {
  const t = useTranslations('manageJourneys.people');
  const [userId, setUserId] = useState<number | null>(null);
  const enroll = useEnroll(close);
  return (
    <FormDialog
      title={t('start')}
      close={close}
      submitLabel={t('startSubmit')}
      isSending={enroll.isPending}
      error={enroll.error}
      isDirty={userId !== null}
      size="md"
      onSubmit={(event) => {
        event.preventDefault();
        if (userId !== null) enroll.mutate({ path: { id: journeyId }, body: { user_id: userId } });
      }}
    >
      <PersonPicker label={t('person')} value={userId} onChange={setUserId} isRequired />
    </FormDialog>
  );
}
