import { inTransaction } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import type { Reaction } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { sendKey, sendNotifications } from './jobs.ts';
import { heardEvents, toldBy } from './rules/notices.ts';
import { insertBroadcast, insertHonours, insertNotices } from './sql/queue.ts';

/** Notes down who is to be told of what has happened; sending is a job of its own. Safe to repeat. */
export function notifyPeople(platform: Platform): Reaction {
  return {
    name: 'notify_people',
    events: heardEvents,
    async react(events, { now }) {
      const { notices, broadcasts, honours } = toldBy(events);
      if (notices.length + broadcasts.length + honours.length === 0) return;
      await inTransaction(platform.database, {}, async (tx) => {
        await insertNotices(tx, notices, now);
        await insertHonours(tx, honours, now);
        for (const broadcast of broadcasts) await insertBroadcast(tx, broadcast, now);
        await enqueue(tx, sendNotifications, { failures: 0 }, { key: sendKey });
      });
    },
  };
}
