import type { Call } from '#kernel/call.ts';
import { inTransaction, type Reader, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { type AttendanceGoal, whoAttained } from '#slices/hours/index.ts';
import { type AutomaticCriteria, isAutomatic } from '../rules/criteria.ts';
import { type BadgeRow, type BadgeScope, lockBadge, selectAutomaticBadges } from '../sql/badges.ts';
import { type Candidate, completedJourneys, selectCandidates } from '../sql/candidates.ts';
import { giveBadge } from '../steps/give-badge.ts';

/** People looked at in one go. */
const batch = 500;

export interface EvaluationScope extends BadgeScope {
  /** Without it: all members. */
  readonly userIds?: readonly number[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Awards automatic badges to the members who meet their criteria and don't have them. It looks only at the current
 * facts, so it doesn't matter which event started it or how often: events and the daily job have the same result. What
 * people have earned stays theirs, even if their hours are corrected later; only a coordinator can revoke it.
 */
export async function awardQualified(
  platform: Platform,
  call: Call,
  scope: EvaluationScope,
): Promise<number> {
  let count = 0;
  for (const badge of await selectAutomaticBadges(platform.database.db, scope))
    count += await awardToMembers(platform, call, badge, scope);
  return count;
}

async function awardToMembers(
  { database }: Platform,
  call: Call,
  badge: BadgeRow,
  { userIds, signal }: EvaluationScope,
): Promise<number> {
  let count = 0;
  for (let after = 0; !signal?.aborted; ) {
    const { qualified, last } = await look(database.db, badge, call, userIds, after);
    if (qualified.length > 0)
      count += await inTransaction(database, {}, (tx) => awardAgreed(tx, call, badge.id, qualified));
    if (last === undefined) break;
    after = last;
  }
  return count;
}

/** The badge may have changed and people may have left since the candidates were read, so the decision is made here. */
export async function awardAgreed(
  tx: Tx,
  call: Call,
  badgeId: number,
  userIds: readonly number[],
): Promise<number> {
  const badge = await lockBadge(tx, badgeId);
  if (badge?.status !== 'active') return 0;
  const { qualified } = await look(tx, badge, call, userIds, 0);
  const how = { source: 'criteria', note: null, awardedBy: null } as const;
  return (await giveBadge(tx, call, badge, qualified, how)).length;
}

interface Look {
  readonly qualified: number[];
  /** The last person of a full batch: there may be more behind them. */
  readonly last: number | undefined;
}

async function look(
  db: Reader,
  badge: BadgeRow,
  { now }: Call,
  userIds: readonly number[] | undefined,
  after: number,
): Promise<Look> {
  const { criteria } = badge;
  if (!isAutomatic(criteria)) return { qualified: [], last: undefined };
  const candidates = await selectCandidates(db, badge, { userIds, after, limit: batch, now });
  const qualified = await whoQualifies(db, badge.organization_id, criteria, candidates);
  return { qualified, last: candidates.length < batch ? undefined : candidates.at(-1)?.user_id };
}

async function whoQualifies(
  db: Reader,
  organizationId: number,
  criteria: AutomaticCriteria,
  candidates: readonly Candidate[],
): Promise<number[]> {
  if (criteria.type === 'journey') {
    const wanted = { journeyId: criteria.journey_id, least: criteria.threshold };
    return await completedJourneys(db, organizationId, wanted, candidates);
  }
  const goal = { organizationId, programId: criteria.program_id, ...attendanceOf(criteria) };
  return await whoAttained(db, goal, candidates);
}

function attendanceOf(
  criteria: Exclude<AutomaticCriteria, { type: 'journey' }>,
): Pick<AttendanceGoal, 'counts' | 'least'> {
  const { threshold } = criteria;
  switch (criteria.type) {
    case 'hours':
      return { counts: 'minutes', least: threshold * 60 };
    case 'shifts':
      return { counts: 'shifts', least: threshold };
    case 'streak':
      return { counts: criteria.unit === 'week' ? 'weeks_in_a_row' : 'months_in_a_row', least: threshold };
  }
}
