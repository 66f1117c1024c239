import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { knownZone } from '#kernel/zones.ts';
import { type AuditEntry, writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Reader, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { namedShift, shiftErrors } from '../errors.ts';
import { shiftCreated } from '../events.ts';
import { type Manage, openShift } from '../gate.ts';
import { presentItem, presentNote } from '../present.ts';
import { attempt, countOf, type Result } from '../rules/results.ts';
import type { BulkShiftsBody, DuplicateManyInput } from '../schema/bulk.ts';
import { type Copy, copyShifts, selectExisting } from '../sql/copies.ts';
import { type ShiftRow, selectShifts } from '../sql/shifts.ts';
import { type CreatedShifts, creatorOf, readTimes } from '../steps/make-shifts.ts';

export interface DuplicateInput {
  readonly start_time: string;
  readonly end_time?: string;
  readonly status?: 'draft' | 'published';
}

/** The same shift at another time, without its people. */
export async function duplicateShift(
  platform: Platform,
  call: Call,
  id: number,
  input: DuplicateInput,
): Promise<CreatedShifts> {
  return await inTransaction(platform.database, call, async (tx) => {
    const { shift, grant } = await openShift(tx, call, id, 'shifts.manage');
    const [made] = await writeCopies(tx, call, grant, [copyOf(shift, input)]);
    if (made === undefined) throw refuse('conflict');
    return { id: made };
  });
}

/** Many shifts, or one at many times. */
export async function duplicateMany(
  platform: Platform,
  call: Call,
  organizationId: number,
  { items, dry_run: isDryRun = false }: DuplicateManyInput,
): Promise<BulkShiftsBody> {
  if (isDryRun) return await previewCopies(platform.database.db, call, organizationId, items);
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, 'shifts.manage', organizationId);
    const { copies, decided } = await decideCopies(tx, grant, items);
    const made = (await writeCopies(tx, call, grant, copies)).values();
    const results = decided.map((result): Result => {
      return result.status === 'done' ? { status: 'done', id: made.next().value as number } : result;
    });
    return {
      items: items.map(({ id }, index) => presentItem(id, results[index], call.language)),
      ...countOf(results),
      warnings: [],
    };
  });
}

async function decideCopies(
  db: Reader,
  grant: Manage,
  items: DuplicateManyInput['items'],
): Promise<{ readonly copies: readonly Copy[]; readonly decided: readonly Result[] }> {
  const ids = [...new Set(items.map(({ id }) => id))].filter(Number.isSafeInteger);
  const shifts = new Map((await selectShifts(db, grant, ids)).map((shift) => [shift.id, shift]));
  const copies: Copy[] = [];
  const decided = items.map(({ id, ...input }) =>
    attempt(() => {
      const shift = shifts.get(id);
      if (!shift) throw refuse('not_found');
      copies.push(copyOf(shift, input));
      return { status: 'done' };
    }),
  );
  return { copies, decided };
}

/** What would be made, and what is worth a look: shifts that are there already, in the past, or on days when clocks change. */
async function previewCopies(
  db: Reader,
  call: Call,
  organizationId: number,
  items: DuplicateManyInput['items'],
): Promise<BulkShiftsBody> {
  const grant = await authorize(db, call, 'shifts.manage', organizationId);
  const { copies, decided } = await decideCopies(db, grant, items);
  const existing = copies.length > 0 ? await selectExisting(db, grant, copies) : new Set();
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
  return {
    items: items.map(({ id }, index) => presentItem(id, decided[index], call.language)),
    ...countOf(decided),
    warnings: warnings.map((warning) => presentNote(warning, call.language)),
  };
}

/** Between midnight before it starts and midnight after it ends. */
function clocksChange(start: Temporal.Instant, end: Temporal.Instant, zone: string): boolean {
  const first = start.toZonedDateTimeISO(knownZone(zone)).startOfDay();
  const last = end.toZonedDateTimeISO(knownZone(zone)).startOfDay().add({ days: 1 });
  return first.offsetNanoseconds !== last.offsetNanoseconds;
}

function copyOf(shift: ShiftRow, { start_time, end_time, status = 'published' }: DuplicateInput): Copy {
  const lengthMs = shift.end_time.epochMilliseconds - shift.start_time.epochMilliseconds;
  const start = Temporal.Instant.from(start_time);
  const times = readTimes(start.toString(), end_time ?? start.add({ milliseconds: lengthMs }).toString());
  return { shift, ...times, status };
}

async function writeCopies(
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
