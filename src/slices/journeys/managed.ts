import { refuse } from '#kernel/refusal.ts';
import type { Reader } from '#platform/db/index.ts';
import { managed } from '#platform/managed.ts';
import { authorize, chooseList } from '#slices/organizations/index.ts';
import { keepRequired } from '#slices/programs/index.ts';
import { journeyTexts } from './messages/index.ts';
import { presentJourney } from './present.ts';
import { incompleteSteps } from './rules/check-steps.ts';
import { findEnrollmentOf } from './sql/enrollments.ts';
import { findJourney, type JourneyRow, lockJourney, selectSteps, updateJourney } from './sql/journeys.ts';

const stepsOf = (db: Reader, { id, organization_id, version }: JourneyRow) =>
  selectSteps(db, [{ organization_id, journey_id: id, version }]);

/** An archived journey isn't listed and can't be started. People who have started it can finish. */
export const managedJourneys = managed({
  name: 'journey',
  shown: 'published',
  say: (language, move) => (move === 'archive' ? journeyTexts.say(language, 'answers.archived') : undefined),
  find: findJourney,
  lock: lockJourney,
  update: updateJourney,
  present: async (_platform, db, row) => presentJourney(row, await stepsOf(db, row)),
  gate: (db, call, organizationId, visibility) =>
    authorize(db, call, 'journeys.manage', organizationId, visibility),
  choose: (db, call, organizationId) => chooseList(db, call, 'journeys.manage', organizationId),
  concerns: async (db, row, userId) => (await findEnrollmentOf(db, row, userId)) !== undefined,
  async check(tx, row, move) {
    const error = move === 'publish' ? incompleteSteps(await stepsOf(tx, row)) : undefined;
    if (error) throw refuse('conflict', error);
    if (move === 'archive') await keepRequired(tx, 'journey', row);
  },
});
