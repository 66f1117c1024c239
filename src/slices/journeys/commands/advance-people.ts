import type { Call } from '#kernel/call.ts';
import type { RecordedEvent } from '#kernel/event.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { forEachOrganization } from '#platform/jobs/isolate.ts';
import type { Platform } from '#platform/slice.ts';
import { advanceJourneysJob, journeyTimersJob } from '../jobs.ts';
import { type Affected, affectedBy } from '../rules/affected-people.ts';
import { insertNewcomers } from '../sql/enrolling.ts';
import {
  lockAllOf,
  lockDue,
  lockEverybody,
  selectOrganizationsActive,
  selectOrganizationsDue,
  selectOrganizationsOf,
} from '../sql/progress.ts';
import {
  type Advanced,
  advance,
  announceEnrolled,
  batchSize,
  inPages,
  nothingAdvanced,
} from '../steps/advance.ts';

export interface TimerScope {
  readonly organizationIds?: readonly number[] | undefined;
  /** Checks all active enrollments, also those that aren't due: a safety net for missed events. */
  readonly everybody?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Completes the steps that time completes. Called again, or twice at once, nothing happens twice: rows that one call has
 * locked, the other skips.
 */
export async function runJourneyTimers(
  platform: Platform,
  call: Call,
  { organizationIds, everybody = false, signal }: TimerScope = {},
): Promise<Advanced> {
  const { db } = platform.database;
  let sum = nothingAdvanced;
  const runOne = async (id: number) => {
    const done = await runIn(platform, call, id, { everybody, signal });
    sum = { steps: sum.steps + done.steps, journeys: sum.journeys + done.journeys };
  };
  if (organizationIds === undefined) {
    const due = await selectOrganizationsDue(db, call.now, 'timer_at');
    await forEachOrganization(platform, journeyTimersJob.name, due, runOne, signal);
    return sum;
  }
  const busy = everybody
    ? await selectOrganizationsActive(db, organizationIds)
    : await selectOrganizationsDue(db, call.now, 'timer_at', organizationIds);
  for (const id of busy) await runOne(id);
  return sum;
}

async function runIn(
  platform: Platform,
  call: Call,
  organizationId: number,
  { everybody, signal }: Pick<TimerScope, 'everybody' | 'signal'>,
): Promise<Advanced> {
  let sum = nothingAdvanced;
  await inPages(async (after) => {
    if (signal?.aborted) return [];
    const batch = { now: call.now, organizationId, after, limit: batchSize };
    const { rows, done } = await inTransaction(platform.database, {}, async (tx) => {
      const locked = everybody ? await lockEverybody(tx, batch) : await lockDue(tx, batch, 'timer_at');
      return { rows: locked, done: await advance(tx, call, locked) };
    });
    sum = { steps: sum.steps + done.steps, journeys: sum.journeys + done.journeys };
    return rows;
  });
  return sum;
}

/** For changes without an event. People may be in several organizations. */
export async function advancePeople(
  platform: Platform,
  call: Call,
  userIds: readonly number[],
): Promise<void> {
  const { database } = platform;
  const organizations = await selectOrganizationsOf(database.db, userIds);
  await forEachOrganization(platform, advanceJourneysJob.name, organizations, (id) =>
    inTransaction(database, {}, async (tx) => advance(tx, call, await lockAllOf(tx, id, userIds))),
  );
}

/** Checks everyone again whom these events may concern, in one transaction for all people they name. */
export async function followEvents(
  platform: Platform,
  call: Call,
  events: readonly RecordedEvent[],
): Promise<void> {
  const news = affectedBy(events);
  await inTransaction(platform.database, {}, (tx) => moveNamed(tx, call, news));
  const busy =
    news.organizations.length === 0
      ? []
      : await selectOrganizationsActive(platform.database.db, news.organizations);
  for (const organizationId of busy)
    await inPages(async (after) => {
      const batch = { now: call.now, organizationId, after, limit: batchSize };
      return await inTransaction(platform.database, {}, async (tx) => {
        const rows = await lockEverybody(tx, batch, ['hours', 'attend_shifts']);
        await advance(tx, call, rows);
        return rows;
      });
    });
}

/** Organization by organization, in the order of their ids: two at once take turns. */
async function moveNamed(tx: Tx, call: Call, { people, newcomers }: Affected): Promise<void> {
  for (const [id, userIds] of byOrganization(newcomers))
    await announceEnrolled(tx, call, await insertNewcomers(tx, id, userIds, call.now));
  for (const [id, userIds] of byOrganization(people))
    await advance(tx, call, await lockAllOf(tx, id, userIds));
}

function byOrganization(
  people: readonly { organizationId: number; userId: number }[],
): [organizationId: number, userIds: number[]][] {
  return [...Map.groupBy(people, ({ organizationId }) => organizationId)]
    .map(([id, own]): [number, number[]] => [id, own.map(({ userId }) => userId)])
    .sort(([one], [other]) => one - other);
}
