import type { Call } from '#kernel/call.ts';
import { type FieldError, type Refusal, refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import { lockAll, type Reader, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { namedShift, shiftErrors } from '../errors.ts';
import { shiftCreated } from '../events.ts';
import type { Manage } from '../gate.ts';
import { presentNote } from '../present.ts';
import { clockNotes, clocksChange } from '../rules/clock-changes.ts';
import type { Result } from '../rules/results.ts';
import type { NoteBody } from '../schema/shift.ts';
import { type Copy, copyShifts, selectExisting } from '../sql/copies.ts';
import { selectArchived } from '../sql/templates.ts';
import { creatorOf } from './make-shifts.ts';

/** Of two who copy at the same time, the second sees what the first has created. */
export async function takeTurns(tx: Tx, { organizationId }: Manage): Promise<void> {
  await lockAll(tx, 'shift_copies', [organizationId]);
}

/** Refuses a copy that would be a new shift of an archived program or mission. */
export async function archiveCheck(
  db: Reader,
  grant: Manage,
  shifts: readonly Copied[],
): Promise<(shift: Copied) => void> {
  const { programs, missions } = await selectArchived(db, grant, shifts);
  return ({ program_id, mission_id }) => {
    if (programs.has(program_id)) throw refuse(shiftErrors.program_archived('program_id'));
    if (missions.has(mission_id)) throw refuse(shiftErrors.mission_archived('mission_id'));
  };
}

type Copied = Pick<Copy['shift'], 'program_id' | 'mission_id'>;

/** By position: why a copy isn't needed. */
type Existing = ReadonlyMap<number, Refusal>;

/** What is worth a look: shifts that are there already (with their positions), in the past, or on days when clocks change. */
export async function reviewCopies(
  db: Reader,
  call: Call,
  grant: Manage,
  copies: readonly (Copy | null)[],
): Promise<{ readonly existing: Existing; readonly warnings: NoteBody[] }> {
  const { existing, notes } = await findNotes(db, call, grant, copies);
  return { existing, warnings: notes.map(({ note }) => presentNote(note, call.language)) };
}

/** The same with the position of each note. */
export async function findNotes(
  db: Reader,
  call: Call,
  grant: Manage,
  copies: readonly (Copy | null)[],
): Promise<{
  readonly existing: Existing;
  readonly notes: readonly { readonly position: number; readonly note: FieldError }[];
}> {
  const known = copies.flatMap((copy, position) => (copy ? [{ copy, position }] : []));
  const there = known.length > 0 ? await selectExisting(db, grant, known) : new Set<number>();
  const existing = new Map<number, Refusal>();
  const notes = known.flatMap(({ copy, position }) => {
    const { shift, start } = copy;
    const named = namedShift({ ...shift, start_time: start });
    const exists = shiftErrors.copy_exists('start_time', named);
    if (there.has(position)) existing.set(position, refuse(exists));
    return [
      ...(there.has(position) ? [exists] : []),
      ...(Temporal.Instant.compare(start, call.now) < 0
        ? [shiftErrors.in_the_past('start_time', named)]
        : []),
      ...notesOf(copy),
    ].map((note) => ({ position, note }));
  });
  return { existing, notes };
}

export const unlessThere = (refusal: Refusal | undefined): Result =>
  refusal ? { status: 'unchanged', refusal } : { status: 'done' };

/** Times that clocks skip or show twice; else that clocks change on its days. */
function notesOf(copy: Copy): FieldError[] {
  const { shift, start, end } = copy;
  const notes = clockNotes(copy);
  if (notes.length > 0 || !clocksChange(start, end, shift.time_zone)) return notes;
  return [shiftErrors.clock_changes('start_time', namedShift({ ...shift, start_time: start }))];
}

/** Writes the copies that were decided to be made, and adds their ids to the results. */
export async function writeWanted(
  tx: Tx,
  call: Call,
  grant: Manage,
  { copies, results }: { readonly copies: readonly (Copy | null)[]; readonly results: readonly Result[] },
): Promise<Result[]> {
  const wanted = copies.filter((copy, index) => copy !== null && results[index]?.status === 'done');
  const made = (await writeCopies(tx, call, grant, wanted as Copy[])).values();
  return results.map((result) =>
    result.status === 'done' ? { status: 'done', id: made.next().value as number } : result,
  );
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
