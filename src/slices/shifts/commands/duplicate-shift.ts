import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { inTransaction, type Reader } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { type Manage, openShift } from '../gate.ts';
import { presentItem } from '../present.ts';
import { attempt, countOf, type Result } from '../rules/results.ts';
import type { BulkShiftsBody, DuplicateManyInput } from '../schema/bulk.ts';
import type { Copy } from '../sql/copies.ts';
import { type ShiftRow, selectShifts } from '../sql/shifts.ts';
import { reviewCopies, writeCopies } from '../steps/copy-shifts.ts';
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

async function previewCopies(
  db: Reader,
  call: Call,
  organizationId: number,
  items: DuplicateManyInput['items'],
): Promise<BulkShiftsBody> {
  const grant = await authorize(db, call, 'shifts.manage', organizationId);
  const { copies, decided } = await decideCopies(db, grant, items);
  const { warnings } = await reviewCopies(db, call, grant, copies);
  return {
    items: items.map(({ id }, index) => presentItem(id, decided[index], call.language)),
    ...countOf(decided),
    warnings,
  };
}

function copyOf(shift: ShiftRow, { start_time, end_time, status = 'published' }: DuplicateInput): Copy {
  const lengthMs = shift.end_time.epochMilliseconds - shift.start_time.epochMilliseconds;
  const start = Temporal.Instant.from(start_time);
  const times = readTimes(start.toString(), end_time ?? start.add({ milliseconds: lengthMs }).toString());
  return { shift, ...times, status };
}
