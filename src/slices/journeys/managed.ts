import { refuse } from '#kernel/refusal.ts';
import type { Reader } from '#platform/db/index.ts';
import { managed } from '#platform/managed.ts';
import { authorize } from '#slices/organizations/index.ts';
import { presentJourney } from './present.ts';
import { reasonNotToPublish } from './rules/check-steps.ts';
import { findEnrollmentOf } from './sql/enrollments.ts';
import { findJourney, lockJourney, selectSteps, updateJourney } from './sql/journeys.ts';

const stepsOf = (db: Reader, { id, version }: { id: number; version: number }) =>
  selectSteps(db, [{ journey_id: id, version }]);

/** An archived journey is out of lists and takes nobody in; who is on the way can finish. */
export const managedJourneys = managed({
  name: 'journey',
  shown: 'published',
  messages: { archive: 'Archived. Who is on the way can go on.' },
  find: findJourney,
  lock: lockJourney,
  update: updateJourney,
  present: async (_platform, db, row) => presentJourney(row, await stepsOf(db, row)),
  gate: (db, call, organizationId, sight) => authorize(db, call, 'journeys.manage', organizationId, sight),
  concerns: async (db, id, userId) => (await findEnrollmentOf(db, id, userId)) !== undefined,
  async check(tx, row, move) {
    const reason = move === 'publish' ? reasonNotToPublish(await stepsOf(tx, row)) : undefined;
    if (reason !== undefined) throw refuse('conflict', reason);
  },
});
