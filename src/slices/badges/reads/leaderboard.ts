import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Reader } from '#platform/db/index.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { authorize, findOrganization } from '#slices/organizations/index.ts';
import { periodStart } from '../rules/award.ts';
import type { LeaderboardQueryInput } from '../schema/leaderboard.ts';
import { type PlaceRow, selectConsentsOf, selectRanking } from '../sql/leaderboard.ts';

const cursors = cursorsOf('leaderboard', ['count', 'number']);

const present = ({ rank, user_id, name, minutes, verified_minutes, awards }: PlaceRow) => ({
  rank,
  user_id,
  name,
  minutes,
  verified_minutes,
  awards,
});

/** Only those who have agreed are on it, and only members see it. */
export async function readLeaderboard(
  db: Reader,
  call: Call,
  organizationId: number,
  query: LeaderboardQueryInput,
) {
  const grant = await authorize(db, call, 'leaderboard.read', organizationId);
  const organization = await findOrganization(db, organizationId);
  if (!organization) throw refuse('not_found');
  const { by = 'hours', period = 'all', limit } = query;
  const keys = cursors.decode(query.cursor);
  const { rows, me } = await selectRanking(db, grant, {
    by,
    from: period === 'all' ? undefined : periodStart(call.now, organization.time_zone, period),
    now: call.now,
    after: keys && { figure: keys[0] as number, userId: keys[1] as number },
    limit,
    me: call.actor.kind === 'person' ? call.actor.userId : undefined,
  });
  return {
    ...toPage(cursors, rows, limit, (row) => [row.figure, row.user_id], present),
    me: me ? present(me) : null,
  };
}

export async function readConsents(db: Reader, person: Person) {
  return { items: await selectConsentsOf(db, person.userId) };
}
