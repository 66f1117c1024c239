import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApiMutation } from '../../api/mutation.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { PersonChoice } from '../../ui/person-choice.tsx';

export function EnrolPerson({
  journeyId,
  close,
}: {
  readonly journeyId: number;
  readonly close: () => void;
}) {
  const t = useTranslations('manageJourneys.people');
  const [userId, setUserId] = useState<number | null>(null);
  const enrol = useApiMutation('post', '/api/v1/journeys/{id}/enrollments', {
    invalidates: [['/api/v1/journeys/{id}/enrollments']],
    onSuccess: close,
  });
  return (
    <FormDialog
      title={t('enrol')}
      close={close}
      submitLabel={t('enrolSubmit')}
      isSending={enrol.isPending}
      error={enrol.error}
      isDirty={userId !== null}
      size="md"
      onSubmit={(event) => {
        event.preventDefault();
        if (userId !== null) enrol.mutate({ path: { id: journeyId }, body: { user_id: userId } });
      }}
    >
      <PersonChoice label={t('enrolPerson')} value={userId} onChange={setUserId} isRequired />
    </FormDialog>
  );
}
