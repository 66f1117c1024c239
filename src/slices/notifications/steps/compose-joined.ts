import type { Mail } from '#platform/mail/index.ts';
import { renderLetter } from '#platform/mail/letter.ts';
import type { Platform } from '#platform/slice.ts';
import { nameJoined, wordsFor } from '../present.ts';
import type { JoinedLetter } from '../rules/joined.ts';
import type { NoticeRow } from '../sql/letters.ts';
import { attachCalendar } from './attach-calendar.ts';
import { type Draft, envelope, frame, reasonOf, whenAndWhere } from './letter-parts.ts';

/** One letter about several shifts, each with a link to its page; undefined for people without an address. */
export function composeJoined(
  platform: Platform,
  rows: readonly [NoticeRow, ...NoticeRow[]],
  letter: JoinedLetter,
  now: Temporal.Instant,
): Draft | undefined {
  const [first] = rows;
  const { email } = first;
  return email === null ? undefined : () => writeJoined(platform, rows, email, letter, now);
}

function writeJoined(
  platform: Platform,
  rows: readonly [NoticeRow, ...NoticeRow[]],
  email: string,
  letter: JoinedLetter,
  now: Temporal.Instant,
): Mail {
  const [first] = rows;
  const words = wordsFor(first);
  const { say } = words;
  const site = platform.publicUrl();
  // One decision for all of them has one reason.
  const reasons = new Set(rows.map((row) => reasonOf(row, words)));
  const [shared] = reasons;
  const reason = reasons.size === 1 ? (shared ?? null) : null;
  const { title: subject, href } = nameJoined(first, letter, rows.length);
  const rendered = renderLetter({
    ...frame(platform, first, words),
    subject,
    paragraphs: [say(`joined.${letter}.lead`)],
    facts: [
      [say('labels.organization'), first.organization_name],
      ...(reason === null ? [] : [[say('labels.reason'), reason] as const]),
    ],
    entries: rows.toSorted(byStart).map((row) => ({
      label: row.title ?? '',
      note: [placeAndTime(row, words), row.role_name, reason === null ? reasonOf(row, words) : null]
        .filter(Boolean)
        .join(' · '),
      url: `${site}/shifts/${row.shift_id}`,
    })),
    actions: [{ label: say('actions.myShifts'), url: `${site}${href}` }],
  });
  return {
    ...envelope(platform, first, email),
    ...rendered,
    attachments: attachCalendar(platform, rows, now),
  };
}

function placeAndTime(row: NoticeRow, words: ReturnType<typeof wordsFor>): string {
  const { start_time: start, end_time: end, time_zone } = row;
  if (start === null || end === null) return row.location ?? '';
  return whenAndWhere({ ...row, start, end, time_zone: time_zone ?? 'UTC' }, words);
}

const byStart = (a: NoticeRow, b: NoticeRow) =>
  (a.start_time?.epochMilliseconds ?? 0) - (b.start_time?.epochMilliseconds ?? 0);
