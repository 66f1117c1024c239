import { hash } from 'node:crypto';
import { knownZone } from '#kernel/zones.ts';
import { escapeHtml, htmlPage } from '#platform/html.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { localeOf } from '#platform/language/index.ts';
import type { Platform } from '#platform/slice.ts';
import { badgeTexts } from '../messages/index.ts';
import { describeCriteria, picturePath } from '../present.ts';
import { statusOf } from '../rules/award.ts';
import { findPublicAward, type PublicAwardRow } from '../sql/awards.ts';

const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; max-width: 34rem; margin: 0 auto; padding: 2rem 1.25rem; text-align: center; overflow-wrap: anywhere; }
img { width: 12rem; height: 12rem; object-fit: contain; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 1rem 0 .25rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .35rem 1rem; text-align: left; margin: 1.5rem 0; }
dt { font-weight: 600; } dd { margin: 0; }
.status { display: inline-block; border: 2px solid; border-radius: 2rem; padding: .1rem .9rem; font-weight: 600; }
.small { font-size: .875rem; border-top: 1px solid #8888; margin-top: 2rem; padding-top: .75rem; }
`;
const styleHash = hash('sha256', style, 'base64');

/** Only this style and pictures of our own: no script, nothing sent anywhere, no frame around it. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export interface AwardPageAnswer {
  readonly status: 200 | 404;
  readonly answer: RawAnswer;
}

/** The public page of an award. */
export async function readAwardPage(
  platform: Platform,
  language: string,
  code: string,
): Promise<AwardPageAnswer> {
  const isCode = /^[A-Za-z0-9_-]{1,100}$/.test(code);
  const row = isCode ? await findPublicAward(platform.database.db, code) : undefined;
  if (!row) {
    const title = badgeTexts.say(language, 'page.missingTitle');
    const text = badgeTexts.say(language, 'page.missing');
    const parts = [`<h1>${escapeHtml(title)}</h1>`, `<p>${escapeHtml(text)}</p>`];
    return { status: 404, answer: page(language, title, parts) };
  }
  const title = `${row.badge_name} – ${row.organization_name}`;
  return { status: 200, answer: page(language, title, partsOf(language, row, platform.clock())) };
}

function partsOf(language: string, row: PublicAwardRow, now: Temporal.Instant): string[] {
  const say = (key: Parameters<typeof badgeTexts.say>[1]) => escapeHtml(badgeTexts.say(language, key));
  const day = (instant: Temporal.Instant | null) =>
    instant && formatDay(language, row.organization_zone, instant);
  const facts: [string, string | null][] = [
    [say('page.holder'), row.show_name ? row.holder_name : null],
    [say('page.organization'), row.organization_name],
    [say('page.reason'), describeCriteria(language, row.criteria)],
    [say('page.awarded'), day(row.awarded_at)],
    [say('page.renewedOn'), day(row.renewed_at)],
    [say('page.validUntil'), day(row.expires_at)],
    [say('page.revokedOn'), day(row.revoked_at)],
  ];
  const lines = facts.map(([name, value]) =>
    value === null ? '' : `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  const credential = `/api/v1/awards/${encodeURIComponent(row.public_code)}/credential`;
  return [
    `<img src="${escapeHtml(picturePath(badgeOf(row)))}" alt="">`,
    `<h1>${escapeHtml(row.badge_name)}</h1>`,
    `<p class="status">${say(`page.${statusOf(row, now)}`)}</p>`,
    row.description.trim() === '' ? '' : `<p>${escapeHtml(row.description)}</p>`,
    `<dl>${lines.join('')}</dl>`,
    `<p class="small"><a href="${credential}" download="badge.jwt">${say('page.download')}</a> (${say('page.format')})</p>`,
  ];
}

const badgeOf = ({ badge_id, badge_name, image_url }: PublicAwardRow) => ({
  id: badge_id,
  name: badge_name,
  image_url,
});

/** On the clocks of the organization: the same day for every reader, whose time zone isn't known here. */
function formatDay(language: string, zone: string, instant: Temporal.Instant): string {
  const date = instant.toZonedDateTimeISO(knownZone(zone)).toPlainDate();
  return date.toLocaleString(localeOf(language), { dateStyle: 'long' });
}

function page(language: string, title: string, parts: readonly string[]): RawAnswer {
  const html = htmlPage({
    language,
    title,
    style,
    head: '<meta name="robots" content="noindex"><link rel="icon" href="/icon.svg" type="image/svg+xml">',
    body: `<main>\n${parts.join('\n')}\n</main>`,
  });
  return new RawAnswer('text/html; charset=utf-8', html, {
    'cache-control': 'no-store',
    'content-security-policy': policy,
  });
}
