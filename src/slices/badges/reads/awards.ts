import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { type Cursors, cursorsOf, toPage } from '#platform/http/paging.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { badgeErrors } from '../errors.ts';
import { managedBadges } from '../managed.ts';
import { presentAward, presentMine, presentPublic } from '../present.ts';
import type { AwardQueryInput, MyBadgeQueryInput, PublicAwardBody } from '../schema/awards.ts';
import { findPublicAward, selectAwards, selectMine } from '../sql/awards.ts';
import { selectConsentsOf } from '../sql/leaderboard.ts';

const ofBadge = cursorsOf('awards', ['number']);
const ofPerson = cursorsOf('my-badges', ['number']);

const beforeOf = (cursors: Cursors, cursor: string | undefined) =>
  cursors.decode(cursor)?.[0] as number | undefined;

export async function readAwards(platform: Platform, call: Call, badgeId: number, query: AwardQueryInput) {
  const { db } = platform.database;
  const { grant } = await managedBadges.openToRead(db, call, badgeId);
  const { limit, status, user_id: userId } = query;
  const only = status && { status, now: call.now };
  const filter = { userId, only, before: beforeOf(ofBadge, query.cursor), limit };
  const rows = await selectAwards(db, grant, badgeId, filter);
  return toPage(
    ofBadge,
    rows,
    limit,
    (row) => [row.id],
    (row) => ({ ...presentAward(platform, call, row), user_name: row.user_name }),
  );
}

export async function readMyBadges(platform: Platform, call: Call, person: Person, query: MyBadgeQueryInput) {
  const { limit, status, organization_id: organizationId } = query;
  const rows = await selectMine(platform.database.db, person.userId, {
    organizationId,
    only: status && { status, now: call.now },
    withRevoked: status === 'revoked',
    before: beforeOf(ofPerson, query.cursor),
    limit,
  });
  return toPage(
    ofPerson,
    rows,
    limit,
    (row) => [row.id],
    (row) => presentMine(platform, call, row),
  );
}

/** How many awards of a member are shown at once. */
const memberAwards = 100;

/** What a member has been given by one organization, also what has run out or was revoked; newest first. */
export async function readMemberAwards(
  platform: Platform,
  call: Call,
  organizationId: number,
  userId: number,
) {
  const { db } = platform.database;
  await authorize(db, call, 'badges.manage', organizationId);
  const rows = await selectMine(db, userId, { organizationId, withRevoked: true, limit: memberAwards });
  return rows.slice(0, memberAwards).map((row) => ({
    ...presentAward(platform, call, row),
    badge_name: row.badge_name,
  }));
}

/** For anyone with the link: the code is the key, so nothing here asks who is reading. */
export async function readPublicAward(
  platform: Platform,
  call: Call,
  code: string,
): Promise<PublicAwardBody> {
  const row = await findPublicAward(platform.database.db, code);
  if (!row) throw refuse(badgeErrors.award_not_found('code'));
  return presentPublic(platform, call, row);
}

/** What these tables hold on a person. */
export async function readPersonalData(db: Reader, userId: number) {
  const awards = await selectMine(db, userId, { withRevoked: true });
  const consents = await selectConsentsOf(db, userId);
  return {
    awards: awards.map(({ criteria: _, image_url: __, ...row }) => ({
      ...row,
      awarded_at: formatInstant(row.awarded_at),
      renewed_at: formatOptionalInstant(row.renewed_at),
      expires_at: formatOptionalInstant(row.expires_at),
      revoked_at: formatOptionalInstant(row.revoked_at),
    })),
    leaderboards: consents.filter(({ show }) => show).map(({ organization_id }) => ({ organization_id })),
  };
}
