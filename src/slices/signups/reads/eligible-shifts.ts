import { setImmediate } from 'node:timers/promises';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Reader } from '#platform/db/index.ts';
import { platformErrors } from '#platform/errors.ts';
import { RawAnswer } from '#platform/http/route.ts';
import {
  type ListFilter,
  type PossibleShift,
  selectPossible,
  selectTexts,
  shiftCursors,
} from '#slices/shifts/index.ts';
import { loadFacts } from '../facts/load.ts';
import { isEligible } from './eligibility.ts';

/** How much of the list one page looks at: it bounds what a page can cost where the person can take little. */
const mostLookedAt = 500;

/** How many shifts the rules decide on for a page of this size. */
function mostDecided(limit: number): number {
  return Math.min(Math.max(limit * 8, 100), 400);
}

/**
 * Shifts that the caller can take now: the rules decide on each. The number of statements is the same however many are
 * looked at. A page ends where looking stopped, so it may be short, and the next one goes on from there.
 */
export async function readEligibleShifts(db: Reader, call: Call, filter: ListFilter): Promise<RawAnswer> {
  const { actor, now } = call;
  if (actor.kind === 'api_key') throw refuse(platformErrors.api_key_not_allowed('eligible'));
  if (actor.kind !== 'person') throw refuse('unauthenticated');
  // No volunteer can sign up for a draft or a cancelled shift.
  if (filter.status !== 'published') return pageOf([], null);
  const from = filter.from && Temporal.Instant.compare(filter.from, now) > 0 ? filter.from : now;
  const looked = await selectPossible(db, { ...filter, from, limit: mostLookedAt }, actor.userId);
  const possible = looked.filter((row) => row.open);
  const decided = possible.slice(0, mostDecided(filter.limit));
  const facts = await loadFacts(
    db,
    decided.map(({ id }) => ({ shiftId: id, userIds: [actor.userId] })),
  );
  const found: PossibleShift[] = [];
  let seen = 0;
  for (const row of decided) {
    if (found.length === filter.limit) break;
    seen += 1;
    const shift = facts.shift(row.id);
    if (shift && isEligible(now, shift, actor.userId)) found.push(row);
    // Deciding on hundreds takes a while; other requests may run in between.
    if (seen % 25 === 0) await setImmediate();
  }
  const texts = await selectTexts(
    db,
    found.map(({ id }) => id),
  );
  const isEnd = looked.length < mostLookedAt;
  return pageOf(texts, seen < possible.length ? possible[seen - 1] : isEnd ? null : looked.at(-1));
}

function pageOf(texts: readonly string[], end: PossibleShift | null | undefined): RawAnswer {
  const cursor = end ? shiftCursors.encode([end.start, end.id]) : null;
  const body = `{"items":[${texts.join(',')}],"next_cursor":${JSON.stringify(cursor)}}`;
  return new RawAnswer('application/json; charset=utf-8', body);
}
