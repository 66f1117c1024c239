import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { inTransaction, type Reader, type Tx } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import type { Platform } from '#platform/slice.ts';
import { type PlanFollower, planChanges } from '../follow-ups.ts';
import { type Manage, openShift } from '../gate.ts';
import { runSeriesChange } from '../jobs.ts';
import { chunksOf, inOrderOfMove } from '../rules/moves.ts';
import {
  findSeriesChange,
  insertSeriesChange,
  type Note,
  type SeriesChangeKind,
  type SeriesChangeRow,
} from '../sql/series-changes.ts';
import { type ShiftRow, selectSizes } from '../sql/shifts.ts';
import { type Locks, lockMany, requireLocks } from './lock-shifts.ts';
import { type Budget, continueChange, toFill, workOf } from './run-series-change.ts';
import {
  mostReasons,
  nothingApplied,
  type Obstacle,
  type Scope,
  type ShiftWork,
  targetsOf,
} from './shift-work.ts';

/** What has happened so far. A change to a long series may still be running. */
export interface Outcome {
  readonly changed: number;
  readonly warnings: readonly Note[];
  readonly people: number;
  readonly operation?: SeriesChangeRow;
}

/** Something that is asked for one shift, or for several of its series. */
export interface ShiftRequest<Answer> {
  readonly kind: SeriesChangeKind;
  readonly scope: Scope;
  check(tx: Tx, shift: ShiftRow, grant: Manage): Promise<void>;
  /** What the work needs to know, as JSON. */
  input(named: ShiftRow): unknown;
  /** What changes for the occurrences that are made later. */
  changeSeries(tx: Tx, grant: Manage, named: ShiftRow, seriesId: number): Promise<void>;
  answer(db: Reader, outcome: Outcome): Promise<Answer>;
}

/** A long change has been started; its answer is read from its row. */
interface Started {
  readonly series_change_id: number;
}

/** What a request does of a long change before it leaves the rest to the job: half a year of daily shifts at least. */
const requestBudget: Budget = { budgetMs: 3_000, leastChunks: 4 };

/**
 * A short series changes in one transaction. A long one is checked as a whole, then changed chunk by chunk, so that
 * sign-ups for the others go on: by this request as far as it gets, and by a job that also carries on after a crash.
 */
export async function workOnShifts<Answer extends object>(
  platform: Platform,
  call: Call,
  id: number,
  request: ShiftRequest<Answer>,
  budget = requestBudget,
): Promise<Answer> {
  const { db } = platform.database;
  const signups = planChanges.partOf(platform);
  const sizes = request.scope === 'this' ? [] : await selectSizes(db, id, request.scope, call.now);
  const ids = [...new Set([id, ...sizes.map((size) => size.id)])];
  const done: Answer | Started =
    chunksOf(sizes).length > 1
      ? await inTransaction(platform.database, call, (tx) => start(tx, call, id, request, signups))
      : await lockMany(platform, call, ids, {}, (tx, locks) =>
          workAtOnce(tx, locks, call, id, request, signups),
        );
  if (!isStarted(done)) return done;
  const operation = await carryOnWithin(platform, done.series_change_id, budget);
  const { changed, warnings } = operation;
  return await request.answer(db, { changed, warnings, people: 0, operation });
}

function isStarted(answer: object): answer is Started {
  return 'series_change_id' in answer;
}

async function workAtOnce<Answer>(
  tx: Tx,
  locks: Locks,
  call: Call,
  id: number,
  request: ShiftRequest<Answer>,
  signups: PlanFollower,
): Promise<Answer> {
  const { shift, grant, work, targets } = await open(tx, call, id, request, signups);
  const ids = targets.map((target) => target.id);
  requireLocks(locks, ids);
  refuseObstacles(await work.obstacles(tx, grant, targets));
  const { changed, warnings, released } =
    targets.length > 0 ? await work.apply(tx, call, grant, targets) : nothingApplied;
  await signups.fillSpots(tx, call, locks, toFill(request.kind, targets), released);
  if (released.length > 0) await signups.fillElsewhere(tx, grant.organizationId, ids, ids);
  await changeSeries(tx, grant, shift, request);
  return await request.answer(tx, { changed: changed.length, warnings, people: released.length });
}

async function start<Answer>(
  tx: Tx,
  call: Call,
  id: number,
  request: ShiftRequest<Answer>,
  signups: PlanFollower,
): Promise<Answer | Started> {
  const { shift, grant, work, targets } = await open(tx, call, id, request, signups);
  refuseObstacles(await work.obstacles(tx, grant, targets));
  const sizes = inOrderOfMove(targets, work.move).map((target) => ({
    id: target.id,
    people: work.changesTimes ? target.taken + target.waiting : 0,
  }));
  await changeSeries(tx, grant, shift, request);
  if (sizes.length === 0 || shift.series_id === null)
    return await request.answer(tx, { changed: 0, warnings: [], people: 0 });
  const series_change_id = await insertSeriesChange(tx, grant, call, {
    seriesId: shift.series_id,
    shiftId: id,
    kind: request.kind,
    input: request.input(shift),
    chunks: chunksOf(sizes),
  });
  await enqueue(tx, runSeriesChange, { series_change_id, organization_id: grant.organizationId });
  return { series_change_id };
}

async function open<Answer>(
  tx: Tx,
  call: Call,
  id: number,
  request: ShiftRequest<Answer>,
  signups: PlanFollower,
) {
  const { shift, grant } = await openShift(tx, call, id, 'shifts.manage');
  await request.check(tx, shift, grant);
  const work: ShiftWork = workOf(request.kind, request.input(shift), signups);
  const all = await targetsOf(tx, call, grant, shift, request.scope);
  return { shift, grant, work, targets: all.filter((target) => !work.leaves(target)) };
}

async function changeSeries<Answer>(
  tx: Tx,
  grant: Manage,
  shift: ShiftRow,
  request: ShiftRequest<Answer>,
): Promise<void> {
  if (request.scope !== 'this' && shift.series_id !== null)
    await request.changeSeries(tx, grant, shift, shift.series_id);
}

function refuseObstacles(obstacles: readonly Obstacle[]): void {
  const [first, ...others] = obstacles.slice(0, mostReasons).map(({ error }) => error);
  if (first) throw refuse(first, ...others);
}

/** Whatever stops the request, the job goes on with what is left. */
async function carryOnWithin(platform: Platform, id: number, budget: Budget): Promise<SeriesChangeRow> {
  let change: SeriesChangeRow | undefined;
  try {
    change = await continueChange(platform, id, budget);
  } catch (error) {
    platform.log.warn(
      { err: error, series_change_id: id },
      'change to a series interrupted; the job continues it',
    );
    change = await findSeriesChange(platform.database.db, id);
  }
  if (!change) throw refuse('not_found');
  return change;
}
