import type { Tx } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import { advanceJourneysJob } from '../jobs.ts';
import { selectOrganizationsOf } from '../sql/progress.ts';

/** Some steps ask for profile fields, and profiles change without an event. People on no journey are left alone. */
export async function advanceSoon(tx: Tx, userId: number): Promise<void> {
  if ((await selectOrganizationsOf(tx, [userId])).length === 0) return;
  const key = `advance_journeys:${userId}`;
  await enqueue(tx, advanceJourneysJob, { user_ids: [userId] }, { key });
}
