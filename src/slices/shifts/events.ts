import { defineEvent } from '#kernel/event.ts';
import { formatInstant } from '#kernel/time.ts';

const shift = {
  id: 7,
  program_id: 1,
  mission_id: 1,
  title: 'Saturday food distribution',
  start_time: '2026-11-14T14:00:00.000Z',
  end_time: '2026-11-14T18:00:00.000Z',
  status: 'published',
};

export type ShiftEventData = typeof shift;

/** A shift as events show it. */
export function eventShift(
  row: Omit<ShiftEventData, 'start_time' | 'end_time' | 'status'> & {
    readonly start_time: Temporal.Instant;
    readonly end_time: Temporal.Instant;
  },
  status: string,
): ShiftEventData {
  return {
    id: row.id,
    program_id: row.program_id,
    mission_id: row.mission_id,
    title: row.title,
    start_time: formatInstant(row.start_time),
    end_time: formatInstant(row.end_time),
    status,
  };
}

export const shiftCreated = defineEvent('shift.created', { shift });
export const shiftUpdated = defineEvent('shift.updated', {
  shift,
  changes: ['start_time', 'end_time'],
});
export const shiftCancelled = defineEvent('shift.cancelled', {
  shift,
  reason: 'Storm warning' as string | null,
});

export const shiftEvents = [shiftCreated, shiftUpdated, shiftCancelled];
