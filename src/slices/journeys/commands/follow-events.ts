import type { Call } from '#kernel/call.ts';
import type { RecordedEvent } from '#kernel/event.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { type Affected, affectedBy } from '../rules/affected.ts';
import { insertNewcomers } from '../sql/enrolling.ts';
import { lockEverybody, lockOnTheWay } from '../sql/progress.ts';
import { advance } from './advance.ts';
import { announceEnrolled } from './enroll.ts';

/** People in one transaction. */
export const batchSize = 500;

/** Looks again at everybody whom these events may concern. One transaction for all whom they name. */
export async function followEvents(
  platform: Platform,
  call: Call,
  events: readonly RecordedEvent[],
): Promise<void> {
  const news = affectedBy(events);
  await inTransaction(platform.database, {}, (tx) => moveNamed(tx, call, news));
  for (const organizationId of news.organizations)
    await inPages(async (after) => {
      const batch = { now: call.now, organizationId, after, limit: batchSize };
      return await inTransaction(platform.database, {}, async (tx) => {
        const rows = await lockEverybody(tx, batch, ['hours', 'attend_shifts']);
        await advance(tx, call, rows);
        return rows;
      });
    });
}

async function moveNamed(tx: Tx, call: Call, { people, newcomers }: Affected): Promise<void> {
  if (newcomers.length > 0) await announceEnrolled(tx, call, await insertNewcomers(tx, newcomers, call.now));
  if (people.length > 0) await advance(tx, call, await lockOnTheWay(tx, people));
}

/** Calls with the last id of the page before until a page is not full. */
export async function inPages(next: (after: number) => Promise<readonly { id: number }[]>): Promise<void> {
  for (let after = 0, isLast = false; !isLast; ) {
    const rows = await next(after);
    isLast = rows.length < batchSize;
    after = rows.at(-1)?.id ?? after;
  }
}
