import type { Call } from '#kernel/call.ts';
import { inTransaction, type Reader, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { type AttendanceFigure, whoAttained } from '#slices/hours/index.ts';
import { type AutomaticCriteria, isAutomatic } from '../rules/criteria.ts';
import { type BadgeRow, type BadgeScope, lockBadge, selectAutomaticBadges } from '../sql/badges.ts';
import {
  type Candidate,
  type CandidateFilter,
  completedJourneys,
  countMembers,
  lockCandidates,
  selectCandidates,
  selectManyCandidates,
  selectMemberIds,
} from '../sql/candidates.ts';
import { giveBadge } from '../steps/give-badge.ts';

/** People in one statement, whichever badges they may have earned. */
const pageSize = 2_000;
/** People in one transaction. */
const batch = 500;
/**
 * Badges of small organizations share their pages, up to so many people; one of a large organization has its own. Each page of
 * shared ones reads and sorts all that are left: with 20 badges and 50,000 members, that was a million for each of 500 pages.
 */
const sharedPeople = 2 * pageSize;

export interface EvaluationScope extends BadgeScope {
  /** Without it: all members. */
  readonly userIds?: readonly number[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Awards automatic badges to the members who meet their criteria and don't have them. It looks only at the current
 * facts, so it doesn't matter which event started it or how often: events and the daily job have the same result. What
 * people have earned stays theirs, even if their hours are corrected later; only a coordinator can revoke it.
 *
 * Badges are looked at together, and only those that someone has earned get a transaction: two statements for 2,000
 * people instead of two for each badge.
 */
export async function awardQualified(
  { database }: Platform,
  call: Call,
  { userIds, signal, ...scope }: EvaluationScope,
): Promise<number> {
  const { db } = database;
  const badges = await selectAutomaticBadges(db, scope);
  const filter = { userIds, limit: pageSize, now: call.now };
  let count = 0;
  for (const group of await groupBySize(db, badges, userIds))
    for await (const candidates of pagesOf(db, group, filter)) {
      if (signal?.aborted) return count;
      const earned = await whoQualifies(db, group, candidates);
      for (const [badgeId, people] of Map.groupBy(earned, ({ goal }) => goal))
        for (let at = 0; at < people.length; at += batch) {
          const ids = people.slice(at, at + batch).map(({ user_id }) => user_id);
          count += await inTransaction(database, {}, (tx) => awardAgreed(tx, call, badgeId, ids));
        }
    }
  return count;
}

async function groupBySize(
  db: Reader,
  badges: readonly BadgeRow[],
  userIds: readonly number[] | undefined,
): Promise<BadgeRow[][]> {
  if (badges.length === 0) return [];
  const organizations = [...new Set(badges.map(({ organization_id }) => organization_id))];
  const members = userIds === undefined ? await countMembers(db, organizations) : undefined;
  const groups: BadgeRow[][] = [];
  let people = Infinity;
  for (const badge of badges) {
    const own = userIds?.length ?? members?.get(badge.organization_id) ?? 0;
    people += own;
    if (people > sharedPeople) {
      groups.push([]);
      people = own;
    }
    groups.at(-1)?.push(badge);
  }
  return groups;
}

type BadgeCandidate = Candidate & { readonly badge_id: number };

async function* pagesOf(
  db: Reader,
  badges: readonly BadgeRow[],
  filter: CandidateFilter,
): AsyncGenerator<BadgeCandidate[]> {
  const [badge, ...others] = badges;
  if (badge && others.length === 0 && filter.userIds === undefined) yield* pagesOfOne(db, badge, filter);
  else yield* pagesTogether(db, badges, filter);
}

/** Page by page of the members: each is read once, however many there are. */
async function* pagesOfOne(
  db: Reader,
  badge: BadgeRow,
  filter: CandidateFilter,
): AsyncGenerator<BadgeCandidate[]> {
  for (let after = 0; ; ) {
    const userIds = await selectMemberIds(db, badge.organization_id, after, filter.limit);
    const last = userIds.at(-1);
    if (last === undefined) return;
    const candidates = await selectCandidates(db, badge, userIds, filter.now);
    yield candidates.map((one) => ({ ...one, badge_id: badge.id }));
    if (userIds.length < filter.limit) return;
    after = last;
  }
}

const none = { badge_id: 0, user_id: 0 };

async function* pagesTogether(
  db: Reader,
  badges: readonly BadgeRow[],
  filter: CandidateFilter,
): AsyncGenerator<BadgeCandidate[]> {
  for (let after = none; ; ) {
    const candidates = await selectManyCandidates(db, badges, after, filter);
    const last = candidates.at(-1);
    if (!last) return;
    yield candidates;
    if (candidates.length < filter.limit) return;
    after = last;
  }
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
  const candidates = await lockCandidates(tx, badge, userIds, call.now);
  const earned = await whoQualifies(
    tx,
    [badge],
    candidates.map((one) => ({ ...one, badge_id: badge.id })),
  );
  const qualified = earned.map(({ user_id }) => user_id);
  const how = { source: 'criteria', note: null, awardedBy: null } as const;
  return (await giveBadge(tx, call, badge, qualified, how)).length;
}

interface Earned {
  /** The id of a badge. */
  readonly goal: number;
  readonly user_id: number;
}

/** One statement for each kind of criteria. */
async function whoQualifies(
  db: Reader,
  badges: readonly BadgeRow[],
  candidates: readonly BadgeCandidate[],
): Promise<Earned[]> {
  const byId = new Map(badges.map((badge) => [badge.id, badge]));
  const people = candidates.flatMap(({ badge_id: goal, user_id, since }) => {
    const { criteria, organization_id } = byId.get(goal) ?? {};
    if (!criteria || organization_id === undefined || !isAutomatic(criteria)) return [];
    return [{ goal, organization_id, user_id, since, criteria }];
  });
  const earned: Earned[] = [];
  for (const [figure, own] of Map.groupBy(people, ({ criteria }) => figureOf(criteria)))
    earned.push(
      ...(figure === 'journeys'
        ? await completedJourneys(
            db,
            own.map(({ criteria, ...person }) => ({
              ...person,
              journey_id: (criteria.type === 'journey' && criteria.journey_id) || null,
              least: criteria.threshold,
            })),
          )
        : await whoAttained(
            db,
            figure,
            own.map(({ criteria, ...person }) => ({
              ...person,
              program_id: (criteria.type !== 'journey' && criteria.program_id) || null,
              // Attendance has whole minutes, and so does what it is compared with.
              least: figure === 'minutes' ? Math.round(criteria.threshold * 60) : criteria.threshold,
            })),
          )),
    );
  return earned;
}

function figureOf(criteria: AutomaticCriteria): AttendanceFigure | 'journeys' {
  switch (criteria.type) {
    case 'journey':
      return 'journeys';
    case 'hours':
      return 'minutes';
    case 'shifts':
      return 'shifts';
    case 'streak':
      return criteria.unit === 'week' ? 'weeks_in_a_row' : 'months_in_a_row';
  }
}
