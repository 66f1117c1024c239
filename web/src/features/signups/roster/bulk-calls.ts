import type { Schemas } from '@muster/client';
import { prepareChange, sendChange } from '../../../api/mutation.ts';
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
