import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { knownZone } from '#kernel/zones.ts';
import { inTransaction, type Reader } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { type Manage, openShift } from '../gate.ts';
import { presentItem } from '../present.ts';
import { asLong } from '../rules/lengths.ts';
import { attempt, countOf, type Result } from '../rules/results.ts';
import type { BulkShiftsBody, DuplicateManyInput } from '../schema/bulk.ts';
import type { Copy } from '../sql/copies.ts';
import { type ShiftRow, selectShifts } from '../sql/shifts.ts';
import {
  archiveCheck,
  reviewCopies,
  takeTurns,
  unlessThere,
  writeCopies,
  writeWanted,
} from '../steps/copy-shifts.ts';
import { type CreatedShifts, readTimes } from '../steps/make-shifts.ts';

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
    const checkArchive = await archiveCheck(tx, grant, [shift]);
    checkArchive(shift);
    const [made] = await writeCopies(tx, call, grant, [copyOf(shift, input)]);
    if (made === undefined) throw refuse('conflict');
    return { id: made };
  });
}

/** Many shifts, or one at many times. What is there already is left out, unless asked otherwise. */
export async function duplicateMany(
  { database }: Platform,
  call: Call,
  organizationId: number,
  input: DuplicateManyInput,
): Promise<BulkShiftsBody> {
  if (input.dry_run === true) {
    const grant = await authorize(database.db, call, 'shifts.manage', organizationId);
    return present(await decide(database.db, call, grant, input), call, input);
  }
  return await inTransaction(database, call, async (tx) => {
    const grant = await authorize(tx, call, 'shifts.manage', organizationId);
    await takeTurns(tx, grant);
    const decided = await decide(tx, call, grant, input);
    return present({ ...decided, results: await writeWanted(tx, call, grant, decided) }, call, input);
  });
}

interface Decided {
  /** One per item; null for items that can't be copied. */
  readonly copies: readonly (Copy | null)[];
  readonly results: readonly Result[];
  readonly warnings: BulkShiftsBody['warnings'];
}

async function decide(
  db: Reader,
  call: Call,
  grant: Manage,
  { items, include_existing: isWhole = false }: DuplicateManyInput,
): Promise<Decided> {
  const ids = [...new Set(items.map(({ id }) => id))].filter(Number.isSafeInteger);
  const shifts = new Map((await selectShifts(db, grant, ids)).map((shift) => [shift.id, shift]));
  const checkArchive = await archiveCheck(db, grant, [...shifts.values()]);
  const copies: (Copy | null)[] = [];
  const tried = items.map(({ id, ...input }, index) =>
    attempt(() => {
      copies[index] = null;
      const shift = shifts.get(id);
      if (!shift) throw refuse('not_found');
      checkArchive(shift);
      copies[index] = copyOf(shift, input);
      return { status: 'done' };
    }),
  );
  const { existing, warnings } = await reviewCopies(db, call, grant, copies);
  const results = tried.map((result, index) =>
    result.status === 'done' && !isWhole ? unlessThere(existing.get(index)) : result,
  );
  return { copies, results, warnings };
}

function present(
  { results, warnings }: Decided,
  { language }: Call,
  { items }: DuplicateManyInput,
): BulkShiftsBody {
  return {
    items: items.map(({ id }, index) => presentItem(id, results[index], language)),
    ...countOf(results),
    warnings,
  };
}

function copyOf(shift: ShiftRow, { start_time, end_time, status = 'published' }: DuplicateInput): Copy {
  const { time_zone: zone } = shift;
  const original = { start: shift.start_time, end: shift.end_time };
  const start = Temporal.Instant.from(start_time);
  const end = end_time ?? asLong(original, start, zone).end.toString();
  const timeOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(knownZone(zone)).toPlainTime();
  return {
    shift,
    ...readTimes(start.toString(), end, zone),
    clock: { start: timeOf(original.start), end: timeOf(original.end) },
    status,
  };
}
