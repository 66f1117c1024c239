import { refuse } from '#kernel/refusal.ts';
import type { Reader, Tx } from '#platform/db/index.ts';
import { managed } from '#platform/managed.ts';
import { authorize, chooseList } from '#slices/organizations/index.ts';
import { holdOwnItems, keepRequired } from '#slices/programs/index.ts';
import { journeyTexts } from './messages/index.ts';
import { presentJourney } from './present.ts';
import { incompleteSteps } from './rules/check-steps.ts';
import { itemErrors, namedBySteps } from './rules/named-items.ts';
import { findEnrollmentOf } from './sql/enrollments.ts';
import { findJourney, type JourneyRow, lockJourney, selectSteps, updateJourney } from './sql/journeys.ts';

const stepsOf = (db: Reader, { id, organization_id, version }: JourneyRow) =>
  selectSteps(db, [{ organization_id, journey_id: id, version }]);

/** What it names may be a draft, or may have been archived while the journey was archived, too. */
async function checkSteps(tx: Tx, row: JourneyRow): Promise<void> {
  const steps = await stepsOf(tx, row);
  const error = incompleteSteps(steps);
  if (error) throw refuse('conflict', error);
  const named = namedBySteps(steps, []);
  const errors = itemErrors(named, await holdOwnItems(tx, row.organization_id, named), { isDraft: false });
  if (errors.length > 0) throw refuse('conflict', ...errors);
}

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
    if (move === 'archive') {
      await keepRequired(tx, row.organization_id, { kind: 'journey', id: row.id });
    } else if (move === 'publish' || row.published_at !== null) {
      await checkSteps(tx, row);
    }
  },
});
