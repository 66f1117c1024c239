import type { Call } from '#kernel/call.ts';
import { formatInstant } from '#kernel/time.ts';
import { knownZone } from '#kernel/zones.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import type { Reader, Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { namedShift, shiftErrors } from '../errors.ts';
import { shiftCreated } from '../events.ts';
import type { Manage } from '../gate.ts';
import { presentNote } from '../present.ts';
import type { NoteBody } from '../schema/shift.ts';
import { type Copy, copyShifts, selectExisting } from '../sql/copies.ts';
import { creatorOf } from './make-shifts.ts';

/** What is worth a look: shifts that are there already (with their positions), in the past, or on days when clocks change. */
export async function reviewCopies(
  db: Reader,
  call: Call,
  grant: Manage,
  copies: readonly Copy[],
): Promise<{ readonly existing: ReadonlySet<number>; readonly warnings: NoteBody[] }> {
  const existing = copies.length > 0 ? await selectExisting(db, grant, copies) : new Set<number>();
  const warnings = copies.flatMap(({ shift, start, end }, position) => {
    const named = namedShift({ ...shift, start_time: start });
    return [
      ...(existing.has(position) ? [shiftErrors.copy_exists('start_time', named)] : []),
      ...(Temporal.Instant.compare(start, call.now) < 0
        ? [shiftErrors.in_the_past('start_time', named)]
        : []),
      ...(clocksChange(start, end, shift.time_zone) ? [shiftErrors.clock_changes('start_time', named)] : []),
    ];
  });
  return { existing, warnings: warnings.map((warning) => presentNote(warning, call.language)) };
}

/** Between midnight before it starts and midnight after it ends. */
function clocksChange(start: Temporal.Instant, end: Temporal.Instant, zone: string): boolean {
  const first = start.toZonedDateTimeISO(knownZone(zone)).startOfDay();
  const last = end.toZonedDateTimeISO(knownZone(zone)).startOfDay().add({ days: 1 });
  return first.offsetNanoseconds !== last.offsetNanoseconds;
}

/** Writes the copies with their audit rows and events. */
export async function writeCopies(
  tx: Tx,
  call: Call,
  grant: Manage,
  copies: readonly Copy[],
): Promise<readonly number[]> {
  if (copies.length === 0) return [];
  const { organizationId } = grant;
  const ids = await copyShifts(tx, grant, copies, { createdBy: creatorOf(call), now: call.now });
  const made = copies.map((copy, index) => ({ ...copy, id: ids[index] as number }));
  await record(
    tx,
    call.now,
    ...made.map(({ id, shift, start, end, status }) =>
      shiftCreated(organizationId, {
        shift: {
          id,
          program_id: shift.program_id,
          mission_id: shift.mission_id,
          title: shift.title,
          start_time: formatInstant(start),
          end_time: formatInstant(end),
          status,
        },
      }),
    ),
  );
  const entries = made.map(
    ({ id, shift, status }): AuditEntry => ({
      organizationId,
      action: 'shift.created',
      objectId: id,
      after: { program_id: shift.program_id, mission_id: shift.mission_id, status, series_id: null },
    }),
  );
  await writeAudit(tx, call, ...entries);
  return ids;
}
