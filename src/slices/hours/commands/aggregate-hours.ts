import type { Call } from '#kernel/call.ts';
import { commitInTwoPhases } from '#platform/audit/index.ts';
import { classifyFailure, inTransaction, sideBySide, type Tx } from '#platform/db/index.ts';
import { forEachOrganization } from '#platform/jobs/isolate.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { hoursAggregated } from '../events.ts';
import { aggregateHoursJob } from '../jobs.ts';
import { periodOf } from '../rules.ts';
import {
  type Change,
  claimMarked,
  markScope,
  putHours,
  type Sums,
  selectMarkedOrganizations,
  sumHours,
} from '../sql/hours.ts';

export interface AggregateScope {
  readonly organizationId?: number;
  /** A day or a month in the organization's zone, or an instant. */
  readonly from?: string;
  readonly to?: string;
  readonly programId?: number;
  readonly userId?: number;
  /** Recalculates everything in the scope, including what has not changed. So does naming a period, program or person. */
  readonly fromScratch?: boolean;
}

/** People in one transaction. The rows never leave the database, so memory here does not grow with them. */
const batch = 500;

/** Organizations in one transaction. */
const organizationsAtOnce = 20;

/** Brings `hours` up to date and returns the sums of the scope. Safe to call twice, and from two places at once. */
export async function aggregateHours(
  platform: Platform,
  call: Call,
  asked: AggregateScope = {},
): Promise<Sums> {
  const { database } = platform;
  const { organizationId, programId, userId } = asked;
  const scope = { organizationId, programId, userId, period: periodOf(asked.from, asked.to) };
  const isNarrow = [asked.from, asked.to, programId, userId].some((one) => one !== undefined);
  if (asked.fromScratch || isNarrow) await inTransaction(database, {}, (tx) => markScope(tx, scope));
  if (organizationId === undefined) await aggregateMarked(platform, call);
  else await aggregateOrganization(platform, call, organizationId);
  return await sumHours(database.db, scope);
}

/** Only people whose attendance has changed since the last time. */
export async function aggregateMarked(
  platform: Platform,
  call: Call,
  among?: readonly number[],
  signal?: AbortSignal,
): Promise<void> {
  const marked = await selectMarkedOrganizations(platform.database.db, among);
  for (let at = 0; at < marked.length && !signal?.aborted; at += organizationsAtOnce) {
    const some = marked.slice(at, at + organizationsAtOnce);
    const begun = await beginTogether(platform, call, some);
    await forEachOrganization(
      platform,
      aggregateHoursJob.name,
      some.filter((id) => begun.get(id)?.isLast !== true),
      (id) => aggregateOrganization(platform, call, id, begun.get(id)),
      signal,
    );
  }
}

interface Progress {
  readonly total: Change;
  /** The last person who was looked at. */
  readonly after: number;
  readonly isLast: boolean;
}

const start: Progress = { total: { people: 0, records: 0, minutes: 0 }, after: 0, isLast: false };

/**
 * The first people of several organizations, in one transaction whose statements don't wait for each other: 10,000
 * commits that wait for the disk take minutes. If it fails, nothing has begun.
 */
async function beginTogether(
  { database }: Platform,
  call: Call,
  organizationIds: readonly number[],
): Promise<ReadonlyMap<number, Progress>> {
  try {
    const steps = await inTransaction(database, {}, (tx) =>
      sideBySide(organizationIds, async (id) => [id, await aggregateSome(tx, call, id, start)] as const),
    );
    return new Map(steps);
  } catch (error) {
    if (classifyFailure(error) === 'unavailable') throw error;
    return new Map();
  }
}

async function aggregateOrganization(
  platform: Platform,
  call: Call,
  organizationId: number,
  begun = start,
): Promise<void> {
  for (let progress = begun; !progress.isLast; ) {
    const { total, after } = progress;
    progress = await inTransaction(platform.database, {}, (tx) =>
      aggregateSome(tx, call, organizationId, { total, after }),
    );
  }
}

async function aggregateSome(
  tx: Tx,
  call: Call,
  organizationId: number,
  { total, after }: Pick<Progress, 'total' | 'after'>,
): Promise<Progress> {
  const people = await claimMarked(tx, organizationId, after, batch);
  const change = people.length === 0 ? undefined : await putHours(tx, organizationId, people, call.now);
  const sum = change ? add(total, change) : total;
  const isLast = people.length < batch;
  if (isLast && sum.records > 0) {
    await record(tx, call.now, hoursAggregated(organizationId, sum));
    await commitInTwoPhases(tx);
  }
  return { total: sum, after: Math.max(after, ...people), isLast };
}

function add(one: Change, other: Change): Change {
  return {
    people: one.people + other.people,
    records: one.records + other.records,
    minutes: one.minutes + other.minutes,
  };
}
