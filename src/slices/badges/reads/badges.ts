import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { RawAnswer } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { presentBadge } from '../present.ts';
import type { BadgeBody, BadgeQueryInput } from '../schema/badges.ts';
import { hasAward } from '../sql/awards.ts';
import { type BadgeRow, findBadge, selectBadges } from '../sql/badges.ts';
import { drawBadge } from './draw-badge.ts';
import type { Pictures } from './fetch-picture.ts';

const cursors = cursorsOf('badges', ['number']);

/** Badges are public. Archived ones are known to those who manage them, and to whoever has been given one. */
export async function readBadge(platform: Platform, call: Call, id: number): Promise<BadgeBody> {
  const { db } = platform.database;
  const row = await findBadge(db, id);
  if (!row) throw refuse('not_found');
  if (row.status !== 'active') {
    const { actor } = call;
    if (actor.kind === 'anonymous') throw refuse('not_found');
    const isOwn = actor.kind === 'person' && (await hasAward(db, id, actor.userId));
    if (!isOwn) await authorize(db, call, 'badges.manage', row.organization_id);
  }
  return presentBadge(platform, row);
}

export async function readBadges(platform: Platform, call: Call, query: BadgeQueryInput) {
  const { db } = platform.database;
  const { status = 'active', organization_id: organizationId, limit = 50, q } = query;
  if (status !== 'active') {
    if (call.actor.kind === 'anonymous') throw refuse('unauthenticated');
    if (organizationId === undefined)
      throw refuse(
        'organization_required',
        'Archived badges are listed by organization: send `organization_id`.',
      );
    await authorize(db, call, 'badges.manage', organizationId);
  }
  const after = cursors.decode(query.cursor)?.[0] as number | undefined;
  const rows = await selectBadges(db, { organizationId, status, q, after, limit });
  return toPage(
    cursors,
    rows,
    limit,
    (row) => [row.id],
    (row) => presentBadge(platform, row),
  );
}

/** Also of archived badges: awards and credentials elsewhere go on showing it. */
export async function readImage(platform: Platform, id: number): Promise<RawAnswer> {
  return drawn(await anyBadge(platform, id), 300);
}

/** The picture that was given, fetched by the service; the drawn one while it cannot be had. */
export async function readPicture(platform: Platform, pictures: Pictures, id: number): Promise<RawAnswer> {
  const row = await anyBadge(platform, id);
  if (row.image_url === null) return drawn(row, 3_600);
  const picture = await pictures.read(row.image_url);
  return picture ? new RawAnswer(picture.contentType, picture.bytes, pictureHeaders(3_600)) : drawn(row, 60);
}

async function anyBadge(platform: Platform, id: number): Promise<BadgeRow> {
  const row = await findBadge(platform.database.db, id);
  if (!row) throw refuse('not_found');
  return row;
}

const drawn = (row: BadgeRow, seconds: number): RawAnswer =>
  new RawAnswer('image/svg+xml; charset=utf-8', drawBadge(row), pictureHeaders(seconds));

/** A drawing may hold script. Opened by itself it runs none, loads nothing and has no origin. */
const pictureHeaders = (seconds: number) => ({
  'cache-control': `public, max-age=${seconds}`,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
});
