import { hash } from 'node:crypto';
import { escapeHtml, htmlPage } from '#platform/html.ts';
import { RawAnswer } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { picturePath } from '../present.ts';
import { statusOf } from '../rules/award.ts';
import { narrate } from '../rules/criteria.ts';
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

/** What somebody sees who follows the link to an award. */
export async function readAwardPage(platform: Platform, code: string): Promise<AwardPageAnswer> {
  const isCode = /^[A-Za-z0-9_-]{1,100}$/.test(code);
  const row = isCode ? await findPublicAward(platform.database.db, code) : undefined;
  if (!row) {
    const parts = ['<h1>No award here</h1>', '<p>Check the address, or ask whoever sent it to you.</p>'];
    return { status: 404, answer: page('No award here', parts) };
  }
  const title = `${row.badge_name} – ${row.organization_name}`;
  return { status: 200, answer: page(title, partsOf(row, platform.clock())) };
}

const states = {
  active: 'Valid',
  expired: 'Expired',
  revoked: 'Revoked by the organization',
} as const;

function partsOf(row: PublicAwardRow, now: Temporal.Instant): string[] {
  const facts: [string, string | null][] = [
    ['Awarded to', row.show_name ? row.holder_name : null],
    ['Awarded by', row.organization_name],
    ['For', narrate(row.criteria)],
    ['On', dayOf(row.awarded_at)],
    ['Renewed on', row.renewed_at && dayOf(row.renewed_at)],
    ['Valid until', row.expires_at && dayOf(row.expires_at)],
    ['Revoked on', row.revoked_at && dayOf(row.revoked_at)],
  ];
  const lines = facts.map(([name, value]) =>
    value === null ? '' : `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  const credential = `/api/v1/awards/${encodeURIComponent(row.public_code)}/credential`;
  return [
    `<img src="${escapeHtml(picturePath(badgeOf(row)))}" alt="">`,
    `<h1>${escapeHtml(row.badge_name)}</h1>`,
    `<p class="status">${states[statusOf(row, now)]}</p>`,
    row.description.trim() === '' ? '' : `<p>${escapeHtml(row.description)}</p>`,
    `<dl>${lines.join('')}</dl>`,
    `<p class="small"><a href="${credential}" download="badge.jwt">Download as an Open Badge</a> (Open Badges 3.0, signed by the organization)</p>`,
  ];
}

const badgeOf = ({ badge_id, badge_name, image_url }: PublicAwardRow) => ({
  id: badge_id,
  name: badge_name,
  image_url,
});

/** The same day for everybody who looks: the zone of whoever reads is not known here. */
function dayOf(instant: Temporal.Instant): string {
  return instant.toZonedDateTimeISO('UTC').toPlainDate().toLocaleString('en', { dateStyle: 'long' });
}

function page(title: string, parts: readonly string[]): RawAnswer {
  const html = htmlPage({
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
