import { hash } from 'node:crypto';
import { knownZone } from '#kernel/zones.ts';
import { escapeHtml, htmlPage } from '#platform/html.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { localeOf, type TextValues } from '#platform/language/index.ts';
import { hoursTexts } from '../messages/index.ts';
import type { LetterBody, VerificationBody } from '../schema/hours.ts';

const style = `
@page { size: A4; margin: 25mm 22mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 166mm; padding: 12mm 4mm; color: #1a1a1a; background: #fff; font: 11pt/1.5 Georgia, "Times New Roman", serif; }
header { border-bottom: 1px solid #1a1a1a; padding-bottom: 4mm; margin-bottom: 10mm; }
h1 { font-size: 18pt; line-height: 1.2; margin: 0 0 8mm; }
table { width: 100%; border-collapse: collapse; margin: 6mm 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 1.5mm 2mm; border-bottom: 1px solid #bbb; overflow-wrap: anywhere; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
.number { text-align: right; white-space: nowrap; }
tfoot td { border-bottom: 0; border-top: 2px solid #1a1a1a; font-weight: bold; }
footer { margin-top: 12mm; padding-top: 4mm; border-top: 1px solid #bbb; font-size: 9pt; overflow-wrap: anywhere; break-inside: avoid; }
.code { font: bold 12pt/1.6 "DejaVu Sans Mono", Consolas, monospace; }
@media print { body { padding: 0; max-width: none; } }
`;

/** Nothing but this very style: no script, no picture, no other address. */
const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

type Say = (key: Parameters<typeof hoursTexts.say>[1], values?: TextValues) => string;

/** The texts with their values, as HTML. The values are HTML already. */
function htmlIn(language: string): Say {
  return (key, values) => hoursTexts.say(language, key, values);
}

/** A page to print or to save as PDF. */
export function letterPage(language: string, letter: LetterBody): RawAnswer {
  const say = htmlIn(language);
  const name = letter.person_name ?? say('letter.erased');
  const organization = escapeHtml(letter.organization_name);
  const time = duration(letter.minutes);
  const day = (date: string) => dayName(language, date);
  const rows = letter.lines.map(
    (line) =>
      `<tr><td>${monthName(language, line.month)}</td><td>${escapeHtml(line.program_name)}</td><td class="number">${line.shifts}</td><td class="number">${duration(line.minutes)}</td></tr>`,
  );
  const statement = {
    name: `<strong>${escapeHtml(name)}</strong>`,
    organization,
    from: day(letter.from),
    to: day(letter.to),
    time: `<strong>${time}</strong>`,
  };
  return page(language, say('letter.title', { name }), [
    `<header>${organization}</header>`,
    `<h1>${say('letter.heading')}</h1>`,
    `<p>${say('letter.statement', statement)}</p>`,
    `<table><thead><tr><th scope="col">${say('letter.month')}</th><th scope="col">${say('letter.program')}</th><th scope="col" class="number">${say('letter.shifts')}</th><th scope="col" class="number">${say('letter.time')}</th></tr></thead>`,
    `<tbody>${rows.join('\n')}</tbody>`,
    `<tfoot><tr><td colspan="3">${say('letter.total')}</td><td class="number">${time}</td></tr></tfoot></table>`,
    `<p>${say('letter.verified', { time: duration(letter.verified_minutes) })}</p>`,
    `<p>${say('letter.issued', { date: day(dayIn(letter.time_zone, letter.issued_at)) })}</p>`,
    `<footer>${say('letter.check')}<br><span class="code">${escapeHtml(letter.code)}</span><br>${escapeHtml(letter.verify_url)}</footer>`,
  ]);
}

/** What a browser shows at the address on a letter. */
export function verificationPage(language: string, found: VerificationBody): RawAnswer {
  const say = htmlIn(language);
  if (!found.genuine) {
    const title = say('verification.not_genuine');
    return page(language, title, [`<h1>${title}</h1>`, `<p>${say('verification.not_issued')}</p>`]);
  }
  const { person_name, organization_name, from, to, minutes, issued_at, time_zone } = found;
  const day = (date: string | null) => dayName(language, date ?? '');
  const title = say('verification.genuine');
  const facts = [
    [say('verification.name'), escapeHtml(person_name ?? say('verification.name_erased'))],
    [say('verification.organization'), escapeHtml(organization_name ?? '')],
    [say('verification.period'), say('verification.from_to', { from: day(from), to: day(to) })],
    [say('verification.time'), duration(minutes ?? 0)],
    [say('verification.issued'), day(issued_at && dayIn(time_zone ?? '', issued_at))],
  ];
  return page(language, title, [
    `<h1>${title}</h1>`,
    `<p>${say('verification.compare')}</p>`,
    '<table><tbody>',
    ...facts.map(([label, value]) => `<tr><th scope="row">${label}</th><td>${value}</td></tr>`),
    '</tbody></table>',
  ]);
}

function page(language: string, title: string, parts: readonly string[]): RawAnswer {
  const head = '<meta name="robots" content="noindex">';
  const html = htmlPage({ language, title, style, head, body: parts.join('\n') });
  return new RawAnswer('text/html; charset=utf-8', html, { 'content-security-policy': policy });
}

/** Minutes are what is kept; hours and minutes are what people read. */
function duration(minutes: number): string {
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** On the clocks of the organization, as the days of the period. */
function dayIn(zone: string, instant: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(knownZone(zone)).toPlainDate().toString();
}

function dayName(language: string, date: string): string {
  return Temporal.PlainDate.from(date).toLocaleString(localeOf(language), { dateStyle: 'long' });
}

function monthName(language: string, month: string): string {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  return first.toLocaleString(localeOf(language), { month: 'long', year: 'numeric' });
}
