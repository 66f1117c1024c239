import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { RawAnswer } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { managedBadges } from '../managed.ts';
import { presentBadge } from '../present.ts';
import type { BadgeQueryInput } from '../schema/badges.ts';
import { type BadgeRow, findBadge, selectBadges } from '../sql/badges.ts';
import { drawBadge } from './draw-badge.ts';
import type { Pictures } from './fetch-picture.ts';

const cursors = cursorsOf('badges', ['number']);

export async function readBadges(platform: Platform, call: Call, query: BadgeQueryInput) {
  const { db } = platform.database;
  const { status = 'active', organization_id: organizationId, limit, q } = query;
  await managedBadges.gateList(db, call, status, organizationId);
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

/** An SVG may contain script. Opened in a tab, it runs none, loads nothing and has no origin. */
const pictureHeaders = (seconds: number) => ({
  'cache-control': `public, max-age=${seconds}`,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
});
