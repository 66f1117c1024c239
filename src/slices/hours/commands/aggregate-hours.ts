import type { Call } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
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
  await forEachOrganization(
    platform,
    aggregateHoursJob.name,
    marked,
    (id) => aggregateOrganization(platform, call, id),
    signal,
  );
}

async function aggregateOrganization(platform: Platform, call: Call, organizationId: number): Promise<void> {
  let total: Change = { people: 0, records: 0, minutes: 0 };
  for (let after = 0, isLast = false; !isLast; ) {
    const step = await inTransaction(platform.database, {}, async (tx) => {
      const people = await claimMarked(tx, organizationId, after, batch);
      const change = people.length === 0 ? undefined : await putHours(tx, organizationId, people, call.now);
      const sum = change ? add(total, change) : total;
      const last = people.length < batch;
      if (last && sum.records > 0) await record(tx, call.now, hoursAggregated(organizationId, sum));
      return { sum, last, after: Math.max(after, ...people) };
    });
    ({ sum: total, after, last: isLast } = step);
  }
}

function add(one: Change, other: Change): Change {
  return {
    people: one.people + other.people,
    records: one.records + other.records,
    minutes: one.minutes + other.minutes,
  };
}
