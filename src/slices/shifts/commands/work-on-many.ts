import type { Call } from '#kernel/call.ts';
import { type FieldError, refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { planChanges } from '../follow-ups.ts';
import type { Manage } from '../gate.ts';
import { presentItem, presentNote } from '../present.ts';
import { countOf, type Result } from '../rules/results.ts';
import type { BulkShiftsBody, ChangeManyInput } from '../schema/bulk.ts';
import type { SeriesChangeKind } from '../sql/series-changes.ts';
import { type ShiftRow, selectOwnIds, selectShifts } from '../sql/shifts.ts';
import { type ChangeInput, changeWork, differingOf, previewChange } from '../steps/apply-change.ts';
import { lockMany } from '../steps/lock-shifts.ts';
import { checkMission } from '../steps/make-shifts.ts';
import { toFill, workOf } from '../steps/run-series-change.ts';
import { nothingApplied, type Obstacle, separate } from '../steps/shift-work.ts';

interface Asked {
  readonly kind: SeriesChangeKind;
  readonly input: unknown;
  check?(tx: Tx, grant: Manage): Promise<void>;
}

export async function publishMany(
  platform: Platform,
  call: Call,
  organizationId: number,
  { ids }: { readonly ids: readonly number[] },
): Promise<BulkShiftsBody> {
  return await onShifts(platform, call, organizationId, ids, { kind: 'publish', input: {} });
}

export async function cancelManyShifts(
  platform: Platform,
  call: Call,
  organizationId: number,
  { ids, reason = null }: { readonly ids: readonly number[]; readonly reason?: string | null },
): Promise<BulkShiftsBody> {
  return await onShifts(platform, call, organizationId, ids, { kind: 'cancel', input: { reason } });
}

/** The same fields on all of them. Each occurrence of a series differs from its series from then on. */
export async function changeMany(
  platform: Platform,
  call: Call,
  organizationId: number,
  { ids, dry_run: isDryRun = false, ...change }: ChangeManyInput,
): Promise<BulkShiftsBody> {
  if (isDryRun) return await previewMany(platform, call, organizationId, ids, { change, alone: true });
  return await onShifts(platform, call, organizationId, ids, {
    kind: 'change',
    input: { change, alone: true },
    check: (tx, grant) => checkMission(tx, grant, change.mission_id),
  });
}

/** What the same change would do to each, without locks. */
async function previewMany(
  platform: Platform,
  call: Call,
  organizationId: number,
  ids: readonly number[],
  input: ChangeInput,
): Promise<BulkShiftsBody> {
  const { db } = platform.database;
  const grant = await authorize(db, call, 'shifts.manage', organizationId);
  await checkMission(db, grant, input.change.mission_id);
  const work = changeWork(input, planChanges.partOf(platform));
  const own = await selectShifts(db, grant, ids.filter(Number.isSafeInteger));
  const { targets, unchanged } = await separate(db, grant, work, own);
  const { warnings, people } = await previewChange(db, grant, targets, input, call.now);
  const changed = differingOf(targets, input);
  return { ...answerOf(call, 'change', ids, { targets, changed, unchanged }, warnings), people };
}

/**
 * Works on shifts that were chosen one by one, in one transaction. It is the same work as on a series, so the number of
 * statements does not depend on how many there are. Waitlists elsewhere are served right after.
 */
async function onShifts(
  platform: Platform,
  call: Call,
  organizationId: number,
  ids: readonly number[],
  { kind, input, check }: Asked,
): Promise<BulkShiftsBody> {
  const signups = planChanges.partOf(platform);
  const work = workOf(kind, input, signups);
  const own = await selectOwnIds(platform.database.db, organizationId, ids);
  return await lockMany(platform, call, own, {}, async (tx, locks) => {
    const grant = await authorize(tx, call, 'shifts.manage', organizationId);
    await check?.(tx, grant);
    const { targets, unchanged } = await separate(tx, grant, work, await selectShifts(tx, grant, own));
    const { changed, warnings, released } =
      targets.length > 0 ? await work.apply(tx, call, grant, targets) : nothingApplied;
    await signups.fillSpots(tx, call, locks, toFill(kind, targets));
    const worked = targets.map(({ id }) => id);
    if (released.length > 0) await signups.fillElsewhere(tx, organizationId, worked, worked);
    return answerOf(call, kind, ids, { targets, changed, unchanged }, warnings);
  });
}

function answerOf(
  { language }: Call,
  kind: SeriesChangeKind,
  ids: readonly number[],
  {
    targets,
    changed,
    unchanged,
  }: {
    readonly targets: readonly ShiftRow[];
    readonly changed: readonly ShiftRow[];
    readonly unchanged: readonly Obstacle[];
  },
  warnings: readonly FieldError[],
): BulkShiftsBody {
  const results = new Map<number, Result>([
    ...targets.map(({ id }): [number, Result] => [id, { status: 'unchanged' }]),
    ...changed.map(({ id }): [number, Result] => [id, { status: 'done' }]),
    ...unchanged.map((one): [number, Result] => [one.shift_id, resultOf(kind, one)]),
  ]);
  const inOrder = ids.map((id): Result => {
    return results.get(id) ?? { status: 'refused', refusal: refuse('not_found') };
  });
  return {
    items: ids.map((id, index) => presentItem(id, inOrder[index], language)),
    ...countOf(inOrder),
    warnings: warnings.map((warning) => presentNote(warning, language)),
  };
}

/** A shift that is already as asked for is not an error. */
const becomes: Readonly<Record<SeriesChangeKind, string | undefined>> = {
  publish: 'published',
  cancel: 'cancelled',
  change: undefined,
};

function resultOf(kind: SeriesChangeKind, { error }: Obstacle): Result {
  return error.code === becomes[kind]
    ? { status: 'unchanged' }
    : { status: 'refused', refusal: refuse(error) };
}
