import { inTransaction } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import type { Reaction } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { sendKey, sendNotifications } from './jobs.ts';
import { noticesFor, watchedEvents } from './rules/notices.ts';
import {
  insertAskNotices,
  insertBadgeNotices,
  insertBroadcasts,
  insertNotices,
  insertReportNotices,
} from './sql/queue.ts';
import { insertSwapNotices } from './sql/swaps.ts';

/** Queues an email for each person concerned; a job sends them. Safe to repeat. */
export function notifyPeople(platform: Platform): Reaction {
  return {
    name: 'notify_people',
    events: watchedEvents,
    async react(events, { now }) {
      const found = noticesFor(events);
      if (Object.values(found).every((some) => some.length === 0)) return;
      const { notices, broadcasts, badges, asks, reports, swaps } = found;
      await inTransaction(platform.database, {}, async (tx) => {
        await insertNotices(tx, notices, now);
        await insertBadgeNotices(tx, badges, now);
        await insertAskNotices(tx, asks, now);
        await insertReportNotices(tx, reports, now);
        await insertSwapNotices(tx, swaps, now);
        await insertBroadcasts(tx, broadcasts, now);
        await enqueue(tx, sendNotifications, { failures: 0 }, { key: sendKey });
      });
    },
  };
}
