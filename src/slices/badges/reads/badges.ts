import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { escapeHtml } from '#platform/html.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { RawAnswer } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { managedBadges } from '../managed.ts';
import { presentBadge } from '../present.ts';
import type { BadgeQueryInput } from '../schema/badges.ts';
import { type BadgeRow, findBadge, selectBadges } from '../sql/badges.ts';
import type { Pictures } from './fetch-picture.ts';

const cursors = cursorsOf('badges', ['number']);

export async function readBadges(platform: Platform, call: Call, query: BadgeQueryInput) {
  const { db } = platform.database;
  const { status = 'active', limit, q } = query;
  const organizationId = await managedBadges.chooseList(db, call, status, query.organization_id);
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
  const picture = await pictures.read(row.image_url, row.organization_id);
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

/** Two hues that go together, dark enough that white letters can be read on them. */
function coloursOf(seed: string): [string, string] {
  let hash = 2_166_136_261;
  for (const sign of seed) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  const hue = hash % 360;
  return [`hsl(${hue},60%,30%)`, `hsl(${(hue + 40) % 360},65%,22%)`];
}

/** The first letters of the first two words that have any. */
export function initialsOf(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const letters = words.slice(0, 2).map((word) => [...graphemes.segment(word)][0]?.segment ?? '');
  return letters.join('').toLocaleUpperCase('en') || '★';
}

/** A badge for those that have no picture. The same every time for the same name and id. */
export function drawBadge({ id, name }: { id: number; name: string }): string {
  const [light, dark] = coloursOf(`${id} ${name}`);
  const initials = initialsOf(name);
  const size = [...initials].length > 1 ? 120 : 150;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400" role="img">
<title>${escapeHtml(printable(name))}</title>
<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>
<path d="M130 250 100 390l60-24 40 24 40-24 60 24-30-140z" fill="${dark}"/>
<path d="${rosette()}" fill="url(#g)"/>
<circle cx="200" cy="170" r="118" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="6"/>
<text x="200" y="174" fill="#fff" font-family="system-ui,Segoe UI,Helvetica,Arial,sans-serif" font-size="${size}" font-weight="700" text-anchor="middle" dominant-baseline="central">${escapeHtml(initials)}</text>
</svg>
`;
}

/** A circle with sixteen points. */
function rosette(): string {
  const points = Array.from({ length: 32 }, (_, index) => {
    const radius = index % 2 === 0 ? 160 : 144;
    const angle = (index * Math.PI) / 16;
    return `${(200 + radius * Math.sin(angle)).toFixed(1)} ${(170 - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

/** XML has no place for most control characters, however they are written. */
function printable(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ');
}
