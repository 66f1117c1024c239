import type { Schemas } from '@muster/client';
import type { ItemAnswer } from '../../../api/many.ts';
import { prepareChange, refreshShifts, sendChange } from '../../../api/mutation.ts';
import { newId } from '../../../api/new-id.ts';
import { isoOf } from '../../../time/calendar.ts';
import type { RosterPerson } from './use-roster.ts';

type Override = Schemas['Override'];
type Person = Pick<RosterPerson, 'id'>;

/** So many registrations the service takes in one call. */
export const mostPeople = 200;

const idsOf = (people: readonly Person[]) => people.map(({ id }) => id);

/** What coordinators do to many people: one call each, a result for everyone. What can be undone is only prepared. */
export const onPeople = (organizationId: number) => {
  const path = { id: organizationId };
  return {
    approve: (people: readonly Person[]) =>
      sendChange('post', '/api/v1/organizations/{id}/registrations/approve', {
        path,
        body: { ids: idsOf(people) },
      }),
    reject: (people: readonly Person[], reason: string) =>
      prepareChange('post', '/api/v1/organizations/{id}/registrations/reject', {
        path,
        body: { ids: idsOf(people), ...(reason !== '' && { reason }) },
      }),
    cancel: (people: readonly Person[], reason: string) =>
      prepareChange('post', '/api/v1/organizations/{id}/registrations/cancel', {
        path,
        body: { ids: idsOf(people), source: 'coordinator', ...(reason !== '' && { reason }) },
      }),
    giveSpots: (people: readonly Person[], override?: Override) =>
      sendChange('post', '/api/v1/organizations/{id}/registrations/promote', {
        path,
        body: { ids: idsOf(people), ...(override && { override }) },
      }),
    move: (
      people: readonly Person[],
      to: { readonly shiftId: number; readonly roleKey: string | null },
      override?: Override,
    ) =>
      sendChange('post', '/api/v1/organizations/{id}/registrations/move', {
        path,
        body: {
          ids: idsOf(people),
          shift_id: to.shiftId,
          role_key: to.roleKey,
          ...(override && { override }),
        },
      }),
  };
};

type Arrival = Pick<RosterPerson, 'shift_id' | 'user_id'>;

/** Checks many people in or out now. */
export async function checkInOrOutMany(
  organizationId: number,
  people: readonly Arrival[],
  action: 'checkin' | 'checkout',
): Promise<{ readonly items: readonly ItemAnswer[] }> {
  const at = isoOf(Date.now());
  const scans = people.map(({ shift_id, user_id }) => ({ nonce: newId(), shift_id, user_id, action, at }));
  const { items } = await sendChange('post', '/api/v1/attendance/scans', {
    body: { organization_id: organizationId, scans },
  });
  void refreshShifts();
  const byNonce = new Map(items.map((item) => [item.nonce, item]));
  return { items: scans.map(({ nonce }) => answerOf(byNonce.get(nonce))) };
}

function answerOf(item: Schemas['ScanResults']['items'][number] | undefined): ItemAnswer {
  if (item?.success) return { status: item.changed ? 'done' : 'unchanged', problem: null };
  return { status: 'refused', problem: item?.error ?? null };
}
