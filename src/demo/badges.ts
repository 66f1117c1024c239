import { sql } from 'kysely';
import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import {
  awardAgreed,
  type Criteria,
  giveBadge,
  isAutomatic,
  lockBadge,
  makeIssuerKeys,
  putConsent,
} from '#slices/badges/index.ts';
import { nameRequirementItem } from '#slices/programs/index.ts';

const welcome: DemoBadge = {
  id: 1,
  name: 'Welcome aboard',
  description: 'Knows Harbor Hall, the house rules, and where to find the gloves.',
  criteria: { type: 'manual', narrative: 'Completed onboarding at Harbor Food Bank.' },
  expires_after_days: null,
};
const foodSafety: DemoBadge = {
  id: 2,
  name: 'Food safety',
  description: 'Trained in hygiene, cold storage, and expiration dates. Valid for one year.',
  criteria: { type: 'manual', narrative: 'Completed the food safety training and passed the test.' },
  expires_after_days: 365,
};
const earned: readonly DemoBadge[] = [
  {
    id: 3,
    name: 'First shift',
    description: 'Showed up, helped out, and is part of the team.',
    criteria: { type: 'shifts', threshold: 1 },
    expires_after_days: null,
  },
  {
    id: 4,
    name: 'Ten hours',
    description: 'Ten hours of sorting, packing, driving, and greeting.',
    criteria: { type: 'hours', threshold: 10 },
    expires_after_days: null,
  },
  {
    id: 5,
    name: 'Two weeks in a row',
    description: 'Came back the very next week.',
    criteria: { type: 'streak', threshold: 2, unit: 'week' },
    expires_after_days: null,
  },
];
const all = [welcome, foodSafety, ...earned];

const given: readonly [badge: DemoBadge, names: readonly string[], note: string | null][] = [
  [welcome, ['coordinator', 'amir', 'bea', 'chidi'], null],
  [foodSafety, ['amir', 'chidi'], 'Aced the test.'],
];
const shown = ['volunteer', 'amir', 'bea', 'daria', 'fumiko'];

const addressOf = (name: string): string => `${name}@demo.muster`;

/** Badges of organization 1 with some holders. Those that are earned go to the people who have earned them in the demo. */
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

interface DemoBadge {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly criteria: Criteria;
  readonly expires_after_days: number | null;
}

/** Badges of organization 1. The demo promises their ids. */
async function insertDemoBadges(tx: Tx, badges: readonly DemoBadge[], now: Temporal.Instant): Promise<void> {
  await sql`
    insert into badges (id, organization_id, name, description, criteria, expires_after_days, status, created_at, updated_at)
    select id, 1, name, description, criteria, expires_after_days, 'active', ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(badges)}::jsonb) as given (
      id bigint, name text, description text, criteria jsonb, expires_after_days integer)
  `.execute(tx);
  await sql`select setval(pg_get_serial_sequence('badges', 'id'), (select max(id) from badges))`.execute(tx);
}

/** The demo's people among these addresses, by their number. */
async function findDemoMembers(tx: Tx, emails: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from users where email = any(${[...emails]}::text[]) order by id
  `.execute(tx);
  return new Map(rows.map(({ id, email }) => [email, id]));
}

async function selectDemoMembers(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from memberships where organization_id = 1 order by user_id
  `.execute(tx);
  return rows.map((row) => row.user_id);
}
