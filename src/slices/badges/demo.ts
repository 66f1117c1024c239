import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import { nameRequirementItem } from '#slices/programs/index.ts';
import { awardAgreed } from './commands/award-qualified.ts';
import { giveBadge } from './commands/give-badge.ts';
import { makeIssuerKeys } from './jobs.ts';
import { isAutomatic } from './rules/criteria.ts';
import { lockBadge } from './sql/badges.ts';
import { type DemoBadge, findDemoMembers, insertDemoBadges, selectDemoMembers } from './sql/demo.ts';
import { putConsent } from './sql/leaderboard.ts';

const welcome: DemoBadge = {
  id: 1,
  name: 'Welcome aboard',
  description: 'Knows the harbor hall, the house rules and where the gloves are.',
  criteria: { type: 'manual', narrative: 'Completed the onboarding of the Harbor Food Bank.' },
  expires_after_days: null,
};
const foodSafety: DemoBadge = {
  id: 2,
  name: 'Food safety',
  description: 'Trained in the cold chain, hygiene and dates. To be renewed every year.',
  criteria: { type: 'manual', narrative: 'Took part in the food safety training and passed its test.' },
  expires_after_days: 365,
};
const earned: readonly DemoBadge[] = [
  {
    id: 3,
    name: 'First shift',
    description: 'Came, helped, and is one of us.',
    criteria: { type: 'shifts', threshold: 1 },
    expires_after_days: null,
  },
  {
    id: 4,
    name: 'Ten hours',
    description: 'Ten hours of sorting, packing, driving and greeting.',
    criteria: { type: 'hours', threshold: 10 },
    expires_after_days: null,
  },
  {
    id: 5,
    name: 'Two weeks in a row',
    description: 'There again the week after.',
    criteria: { type: 'streak', threshold: 2, unit: 'week' },
    expires_after_days: null,
  },
];
const all = [welcome, foodSafety, ...earned];

const given: readonly [badge: DemoBadge, names: readonly string[], note: string | null][] = [
  [welcome, ['coordinator', 'amir', 'bea', 'chidi'], null],
  [foodSafety, ['amir', 'chidi'], 'Full marks in the test.'],
];
const shown = ['volunteer', 'amir', 'bea', 'daria', 'fumiko'];

const addressOf = (name: string): string => `${name}@demo.muster`;

/** Badges of organization 1 with some holders. Those that are earned go to whoever the demo's attendance says. */
export async function demoBadges(tx: Tx, call: Call): Promise<void> {
  await insertDemoBadges(tx, all, call.now);
  for (const { id: itemId, name } of all)
    await nameRequirementItem(tx, { kind: 'badge', itemId, organizationId: 1, name });
  await enqueue(tx, makeIssuerKeys, {});
  const names = [...new Set([...given.flatMap(([, each]) => each), ...shown])];
  const people = await findDemoMembers(tx, names.map(addressOf));
  const idsOf = (each: readonly string[]) => each.flatMap((name) => people.get(addressOf(name)) ?? []);
  const awardedBy = people.get(addressOf('coordinator')) ?? null;
  for (const [{ id }, each, note] of given) {
    const badge = await lockBadge(tx, id);
    if (badge) await giveBadge(tx, call, badge, idsOf(each), { source: 'manual', note, awardedBy });
  }
  const members = await selectDemoMembers(tx);
  for (const { id, criteria } of all) if (isAutomatic(criteria)) await awardAgreed(tx, call, id, members);
  for (const userId of idsOf(shown)) await putConsent(tx, 1, userId, call.now);
}
