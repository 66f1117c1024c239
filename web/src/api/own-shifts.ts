import type { Schemas } from '@muster/client';

type Status = Schemas['MyRegistration']['status'];
export type OwnStatus = Exclude<Status, 'cancelled'>;

/** A person's status on each of their shifts: signed up, waiting, or offered a spot. */
export type OwnShifts = ReadonlyMap<number, OwnStatus>;

export function ownShifts(
  registrations: readonly { readonly shift_id: number; readonly status: Status }[],
): OwnShifts {
  return new Map(
    registrations.flatMap(({ shift_id, status }) => (status === 'cancelled' ? [] : [[shift_id, status]])),
  );
}
