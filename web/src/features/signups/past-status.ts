import type { Schemas } from '@muster/client';

/** What became of a registration, as far as that is known. Over: no one noted whether the person came. */
export type PastStatus = 'came' | 'stillIn' | 'missed' | 'cancelled' | 'over';

const attended = { checked_out: 'came', checked_in: 'stillIn', no_show: 'missed' } as const;

export function pastStatus({
  status,
  attendance,
}: Pick<Schemas['MyRegistration'], 'status' | 'attendance'>): PastStatus {
  if (status === 'cancelled') return 'cancelled';
  return attendance === null ? 'over' : attended[attendance];
}
