import type { Call } from '#kernel/call.ts';
import type { RecordedEvent } from '#kernel/event.ts';
import { inTransaction, lockAll, sideBySide, type Tx } from '#platform/db/index.ts';
import { forEachOrganization } from '#platform/jobs/isolate.ts';
import type { Platform } from '#platform/slice.ts';
import { loadEnrollments } from '../facts.ts';
import { advanceJourneysJob, journeyTimersJob } from '../jobs.ts';
import { type Affected, affectedBy } from '../rules/affected-people.ts';
import { insertNewcomers } from '../sql/enrolling.ts';
import {
  lockActive,
  lockAllOf,
  lockDue,
  lockWaitingFor,
  selectActive,
  selectOrganizationsDue,
  selectOrganizationsOf,
  selectOrganizationsWaitingFor,
} from '../sql/progress.ts';
import {
  type Advanced,
  advance,
  announceEnrolled,
  batchSize,
  inPages,
  isBehind,
  nothingAdvanced,
} from '../steps/advance.ts';

export interface TimerScope {
  readonly organizationIds?: readonly number[] | undefined;
  /** Checks all active enrollments, also those that aren't due: a safety net for missed events. */
  readonly everybody?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Completes the steps that time completes. Called again, or twice at once, nothing happens twice: what one call has
 * done, the other finds done.
 */
export async function runJourneyTimers(
  platform: Platform,
  call: Call,
  { organizationIds, everybody = false, signal }: TimerScope = {},
): Promise<Advanced> {
  if (organizationIds && everybody) return await advanceEverybody(platform, call, organizationIds, signal);
  let sum = nothingAdvanced;
  const runOne = async (id: number) => {
    sum = add(sum, await runIn(platform, call, id, signal));
  };
  const due = await selectOrganizationsDue(platform.database.db, call.now, 'timer_at', organizationIds);
  if (organizationIds) for (const id of due) await runOne(id);
  else await forEachOrganization(platform, journeyTimersJob.name, due, runOne, signal);
  return sum;
}

async function runIn(
  platform: Platform,
  call: Call,
  organizationId: number,
  signal: AbortSignal | undefined,
): Promise<Advanced> {
  let sum = nothingAdvanced;
  await inPages(async (after) => {
    if (signal?.aborted) return [];
    const batch = { now: call.now, organizationId, after, limit: batchSize };
    const { rows, done } = await inTransaction(platform.database, {}, async (tx) => {
      const locked = await lockDue(tx, batch, 'timer_at');
      return { rows: locked, done: await advance(tx, call, locked) };
    });
    sum = add(sum, done);
    return rows;
  });
  return sum;
}

/**
 * Reads pages of many organizations without locks. Those who are behind are locked and looked at again, a page in one
 * transaction: 10,000 commits that wait for the disk take minutes.
 */
async function advanceEverybody(
  { database }: Platform,
  call: Call,
  organizationIds: readonly number[],
  signal: AbortSignal | undefined,
): Promise<Advanced> {
  let sum = nothingAdvanced;
  await inPages(async (after) => {
    if (signal?.aborted) return [];
    const rows = await selectActive(database.db, organizationIds, { after, limit: batchSize });
    const members = rows.filter(({ is_member }) => is_member);
    const behind = (await loadEnrollments(database.db, members, call.now)).filter(isBehind);
    if (behind.length === 0) return rows;
    const ids = behind.map(({ row }) => ({ organizationId: row.organization_id, id: row.id }));
    const moved = await inTransaction(database, {}, async (tx) => {
      const locked = await sideBySide(byOrganization(ids), ([organizationId, own]) =>
        lockActive(
          tx,
          organizationId,
          own.map(({ id }) => id),
        ),
      );
      return await advance(tx, call, locked.flat());
    });
    sum = add(sum, moved);
    return rows;
  });
  return sum;
}

const add = (one: Advanced, other: Advanced): Advanced => ({
  steps: one.steps + other.steps,
  journeys: one.journeys + other.journeys,
});

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
  const kinds = ['hours', 'attend_shifts'];
  const busy =
    news.organizations.length === 0
      ? []
      : await selectOrganizationsWaitingFor(platform.database.db, kinds, news.organizations);
  for (const organizationId of busy)
    await inPages(async (after) => {
      const batch = { now: call.now, organizationId, after, limit: batchSize };
      return await inTransaction(platform.database, {}, async (tx) => {
        const rows = await lockWaitingFor(tx, batch, kinds);
        await advance(tx, call, rows);
        return rows;
      });
    });
}

/** Organization by organization, in the order of their ids: two at once take turns. */
async function moveNamed(tx: Tx, call: Call, { people, newcomers }: Affected): Promise<void> {
  const idsOf = (own: readonly { userId: number }[]) => own.map(({ userId }) => userId);
  // Enrolling waits for others who enroll the same people, so it must not hold locks that these need.
  if (newcomers.length > 0) await lockAll(tx, 'enroll', idsOf(people));
  const joined = Map.groupBy(newcomers, ({ organizationId }) => organizationId);
  for (const [id, own] of byOrganization(people)) {
    const joining = idsOf(joined.get(id) ?? []);
    if (joining.length > 0)
      await announceEnrolled(tx, call, await insertNewcomers(tx, id, joining, call.now));
    await advance(tx, call, await lockAllOf(tx, id, idsOf(own)));
  }
}

function byOrganization<One extends { readonly organizationId: number }>(
  all: readonly One[],
): [organizationId: number, own: One[]][] {
  return [...Map.groupBy(all, ({ organizationId }) => organizationId)].sort(([one], [other]) => one - other);
}
