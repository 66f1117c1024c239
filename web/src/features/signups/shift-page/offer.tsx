import { Button, Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { changeLater } from '../../../api/delayed-changes.ts';
import { prepareChange, useApiMutation } from '../../../api/mutation.ts';
import { type MyRegistration, staleAfterChange } from '../../../api/my-registrations.ts';
import { deviceZone } from '../../../time/calendar.ts';
import { useTimes } from '../../../time/hooks.ts';
import { notify } from '../../../ui/notify.ts';
import { Problem } from '../../../ui/problem.tsx';

/** A spot that is held for a person on the waitlist for a while. */
export function Offer({ registration }: { readonly registration: MyRegistration }) {
  const t = useTranslations('signups.mine');
  const times = useTimes();
  const { id, shift, offer_expires_at: until } = registration;
  const invalidates = staleAfterChange(shift.id);
  const accept = useApiMutation('post', '/api/v1/registrations/{id}/accept', {
    invalidates,
    onSuccess: () => notify.success(t('accepted'), `spot ${shift.id}`),
  });
  const decline = () =>
    changeLater({
      about: [`registration ${id}`],
      text: t('declined', { title: shift.title }),
      requests: [prepareChange('post', '/api/v1/registrations/{id}/decline', { path: { id } })],
      stale: invalidates,
    });
  return (
    <>
      {until !== null && (
        <Text>{t('offeredText', { time: times.momentIn(shift.time_zone, until, deviceZone) })}</Text>
      )}
      <Problem error={accept.error} />
      <Group gap="sm">
        <Button loading={accept.isPending} onClick={() => accept.mutate({ path: { id } })}>
          {t('accept')}
        </Button>
        <Button variant="default" onClick={decline}>
          {t('decline')}
        </Button>
      </Group>
    </>
  );
}
