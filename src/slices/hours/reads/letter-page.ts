import { hash } from 'node:crypto';
import { escapeHtml, htmlPage } from '#platform/html.ts';
import { RawAnswer } from '#platform/http/route.ts';
import type { LetterBody, VerificationBody } from '../schema.ts';

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

/** A page to print or to save as PDF. */
export function letterPage(letter: LetterBody): RawAnswer {
  const name = letter.person_name ?? 'A person who has since been erased';
  const rows = letter.lines.map(
    (line) =>
      `<tr><td>${escapeHtml(monthName(line.month))}</td><td>${escapeHtml(line.program_name)}</td><td class="number">${line.shifts}</td><td class="number">${duration(line.minutes)}</td></tr>`,
  );
  return page(`Volunteer hours of ${name}`, [
    `<header>${escapeHtml(letter.organization_name)}</header>`,
    '<h1>Confirmation of volunteer hours</h1>',
    `<p>We confirm that <strong>${escapeHtml(name)}</strong> has volunteered with ${escapeHtml(letter.organization_name)} from ${dayName(letter.from)} to ${dayName(letter.to)} for <strong>${duration(letter.minutes)}</strong>.</p>`,
    '<table><thead><tr><th scope="col">Month</th><th scope="col">Program</th><th scope="col" class="number">Shifts</th><th scope="col" class="number">Time</th></tr></thead>',
    `<tbody>${rows.join('\n')}</tbody>`,
    `<tfoot><tr><td colspan="3">Total</td><td class="number">${duration(letter.minutes)}</td></tr></tfoot></table>`,
    `<p>Of this, ${duration(letter.verified_minutes)} have been verified by a coordinator.</p>`,
    `<p>Issued on ${dayName(letter.issued_at.slice(0, 10))}.</p>`,
    `<footer>Whether this letter is genuine can be checked by anyone, under the code<br><span class="code">${escapeHtml(letter.code)}</span><br>${escapeHtml(letter.verify_url)}</footer>`,
  ]);
}

/** The answer to whoever follows the address on a letter with a browser. */
export function verificationPage(found: VerificationBody): RawAnswer {
  if (!found.genuine) {
    return page('Not a genuine letter', [
      '<h1>This code is not genuine</h1>',
      '<p>No letter has been issued under it. Compare it with the letter, sign by sign.</p>',
    ]);
  }
  const { person_name, organization_name, from, to, minutes, issued_at } = found;
  return page('A genuine letter', [
    '<h1>This letter is genuine</h1>',
    '<p>The letter you were shown must say the same:</p>',
    '<table><tbody>',
    `<tr><th scope="row">Name</th><td>${escapeHtml(person_name ?? 'removed at the person’s own wish')}</td></tr>`,
    `<tr><th scope="row">Organization</th><td>${escapeHtml(organization_name ?? '')}</td></tr>`,
    `<tr><th scope="row">Period</th><td>${dayName(from ?? '')} to ${dayName(to ?? '')}</td></tr>`,
    `<tr><th scope="row">Time</th><td>${duration(minutes ?? 0)}</td></tr>`,
    `<tr><th scope="row">Issued</th><td>${dayName(issued_at?.slice(0, 10) ?? '')}</td></tr>`,
    '</tbody></table>',
  ]);
}

function page(title: string, parts: readonly string[]): RawAnswer {
  const head = '<meta name="robots" content="noindex">';
  const html = htmlPage({ title, style, head, body: parts.join('\n') });
  return new RawAnswer('text/html; charset=utf-8', html, { 'content-security-policy': policy });
}

/** Minutes are what is kept; hours and minutes are what people read. */
function duration(minutes: number): string {
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

function dayName(date: string): string {
  return Temporal.PlainDate.from(date).toLocaleString('en', { dateStyle: 'long' });
}

function monthName(month: string): string {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  return first.toLocaleString('en', { month: 'long', year: 'numeric' });
}
