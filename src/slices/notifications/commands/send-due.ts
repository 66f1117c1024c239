import { inTransaction } from '#platform/db/index.ts';
import { enqueue, type JobContext } from '#platform/jobs/index.ts';
import type { Platform } from '#platform/slice.ts';
import { sendKey, sendNotifications } from '../jobs.ts';
import { pauseSeconds } from '../rules/retries.ts';
import { type Delivery, deliver } from '../steps/deliver.ts';

/** The run of each process that sends now. */
const running = new WeakMap<Platform, { isAskedAgain: boolean }>();

/**
 * Sends what is due and sees to it that what is left is taken up again, the later the longer the server is unwell. One run
 * at a time in a process: thousands of emails took every slot of the worker for half a minute, and nothing else happened.
 */
export async function sendDue(platform: Platform, context: JobContext, failures: number): Promise<void> {
  const other = running.get(platform);
  if (other) {
    // It may have looked for the last time already.
    other.isAskedAgain = true;
    return;
  }
  const run = { isAskedAgain: false };
  running.set(platform, run);
  const delivery = await deliver(platform, context.signal, failures).finally(() => running.delete(platform));
  const { sent, skipped, putBack } = delivery;
  if (sent + skipped + putBack > 0)
    platform.log.info({ sent, skipped, to_retry: putBack }, 'notifications sent');
  const failed = delivery.serverFailures > 0 && sent === 0 ? failures + 1 : 0;
  const seconds = secondsUntilNext(delivery, failed) ?? (run.isAskedAgain ? 0 : undefined);
  if (seconds === undefined) return;
  const runAt = Temporal.Now.instant().add({ seconds });
  await inTransaction(platform.database, {}, (tx) =>
    enqueue(tx, sendNotifications, { failures: failed }, { key: sendKey, runAt }),
  );
}

/** What another worker holds is not waited for: if it has died, the next sweep finds it. */
function secondsUntilNext(delivery: Delivery, failures: number): number | undefined {
  if (delivery.unfinished) return 0;
  return delivery.serverFailed || delivery.putBack > 0 ? pauseSeconds(failures) : undefined;
}
