import { type Call, systemCall } from '#kernel/call.ts';
import { Refusal } from '#kernel/refusal.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { type PlanFollower, planChanges } from '../follow-ups.ts';
import {
  countChunk,
  failSeriesChange,
  findSeriesChange,
  lockSeriesChange,
  type SeriesChangeKind,
  type SeriesChangeRow,
  splitChunk,
} from '../sql/series-changes.ts';
import { type ShiftRow, selectShifts } from '../sql/shifts.ts';
import { type ChangeInput, changeWork } from './apply-change.ts';
import { type CancelInput, cancelWork, publishWork } from './apply-status.ts';
import { lockMany, longestTryMs } from './lock-shifts.ts';
import { nothingApplied, type ShiftWork, separate } from './shift-work.ts';

export function workOf(kind: SeriesChangeKind, input: unknown, signups: PlanFollower): ShiftWork {
  switch (kind) {
    case 'change':
      return changeWork(input as ChangeInput, signups);
    case 'publish':
      return publishWork();
    case 'cancel':
      return cancelWork(input as CancelInput, signups);
  }
}

/** How much of a long change is done at once. */
export interface Budget {
  readonly budgetMs: number;
  /** Done however long they take. */
  readonly leastChunks: number;
}

/**
 * Carries on with a long change until it is done, or until the given time is over. Any number of processes may do so
 * at once and after each other: each chunk is one transaction that also counts it.
 */
export async function continueChange(
  platform: Platform,
  id: number,
  { budgetMs, leastChunks }: Budget = { budgetMs: Number.POSITIVE_INFINITY, leastChunks: 0 },
): Promise<SeriesChangeRow | undefined> {
  const end = performance.now() + budgetMs;
  let change = await findSeriesChange(platform.database.db, id);
  for (let tries = 0; change && isOpen(change); tries += 1) {
    if (tries >= leastChunks && performance.now() >= end) break;
    change = await runOrSplit(platform, change, Math.min(end, performance.now() + longestTryMs));
  }
  return change;
}

function isOpen({ status }: SeriesChangeRow): boolean {
  return status === 'queued' || status === 'running';
}

/** A conflict that arose in between is found by trying the shifts of the chunk one by one. */
async function runOrSplit(
  platform: Platform,
  change: SeriesChangeRow,
  giveUpAt: number,
): Promise<SeriesChangeRow | undefined> {
  try {
    return await runChunk(platform, change, giveUpAt);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, errors } = error;
    return await inTransaction(platform.database, {}, async (tx) => {
      const present = await lockSeriesChange(tx, change);
      if (!present || !isSameChunk(present, change)) return present;
      const [id, ...others] = chunkOf(present);
      if (id !== undefined && others.length === 0) {
        const result = { changed: 0, warnings: [], unchanged: [{ ...errors[0], shift_id: id, code }] };
        return await countChunk(tx, present, result, platform.clock());
      }
      await splitChunk(tx, present);
      return await findSeriesChange(tx, change.id);
    });
  }
}

function chunkOf(change: SeriesChangeRow): readonly number[] {
  return change.chunks[change.chunks_done] ?? [];
}

function isSameChunk(present: SeriesChangeRow, read: SeriesChangeRow): boolean {
  return (
    isOpen(present) &&
    present.chunks_done === read.chunks_done &&
    chunkOf(present).length === chunkOf(read).length
  );
}

async function runChunk(
  platform: Platform,
  read: SeriesChangeRow,
  giveUpAt: number,
): Promise<SeriesChangeRow | undefined> {
  const ids = chunkOf(read);
  const signups = planChanges.partOf(platform);
  const work = workOf(read.kind, read.input, signups);
  return await lockMany(platform, {}, ids, { giveUpAt }, async (tx, locks) => {
    const change = await lockSeriesChange(tx, read);
    if (!change || !isSameChunk(change, read)) return change;
    const now = platform.clock();
    // The right was checked when the change was asked for.
    const grant = await authorize(
      tx,
      systemCall('series-change', now),
      'shifts.manage',
      change.organization_id,
    );
    const { actor, request_id: requestId } = change;
    const call: Call = { actor, now, language: 'en', requestId, address: null, userAgent: null };
    const { targets, unchanged } = await separate(tx, grant, work, await selectShifts(tx, grant, ids));
    const { changed, warnings, released } =
      targets.length > 0 ? await work.apply(tx, call, grant, targets) : nothingApplied;
    await signups.fillSpots(tx, call, locks, toFill(change.kind, targets));
    // Those that are cancelled next are not filled before.
    const own = targets.map(({ id }) => id);
    const without = change.kind === 'cancel' ? change.chunks.flat() : own;
    if (released.length > 0) await signups.fillElsewhere(tx, change.organization_id, own, without);
    const result = {
      changed: changed.length,
      warnings,
      unchanged: unchanged.map(({ shift_id, error }) => ({ ...error, shift_id })),
    };
    return await countChunk(tx, change, result, now);
  });
}

/** The shifts on which a change may let people move up from the waitlist. */
export function toFill(kind: SeriesChangeKind, targets: readonly ShiftRow[]): number[] {
  return kind === 'cancel' ? [] : targets.filter(({ waiting }) => waiting > 0).map(({ id }) => id);
}

/** For the job: what cannot be finished after all attempts does not keep the series from being changed again. */
export async function finishSeriesChange(
  platform: Platform,
  id: number,
  isLastAttempt: boolean,
): Promise<void> {
  try {
    await continueChange(platform, id);
  } catch (error) {
    if (isLastAttempt)
      await inTransaction(platform.database, {}, (tx) => failSeriesChange(tx, id, platform.clock()));
    throw error;
  }
}
