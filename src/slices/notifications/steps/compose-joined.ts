import { renderEmail } from '#platform/mail/email.ts';
import type { Mail } from '#platform/mail/index.ts';
import type { Platform } from '#platform/slice.ts';
import { nameJoined, wordsFor } from '../present.ts';
import type { JoinedText } from '../rules/joined.ts';
import type { NoticeGroup, NoticeRow } from '../sql/notices.ts';
import { attachCalendar } from './attach-calendar.ts';
import { type Draft, envelope, frame, reasonOf, whenAndWhere } from './email-parts.ts';

/** One email about several shifts, each with a link to its page; undefined for people without an address. */
export function composeJoined(
  platform: Platform,
  rows: NoticeGroup,
  textKey: JoinedText,
  now: Temporal.Instant,
): Draft | undefined {
  const [first] = rows;
  const { email } = first;
  return email === null ? undefined : () => writeJoined(platform, rows, email, textKey, now);
}

function writeJoined(
  platform: Platform,
  rows: NoticeGroup,
  email: string,
  textKey: JoinedText,
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
  const { title: subject, href } = nameJoined(first, textKey, rows.length);
  const rendered = renderEmail({
    ...frame(platform, first, words),
    subject,
    paragraphs: [say(`joined.${textKey}.lead`)],
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
