import { localeOf } from '#platform/language/index.ts';
import { formatShort } from '#platform/language/moments.ts';
import { shortName } from '#slices/signups/index.ts';
import { notificationTexts } from './messages/index.ts';
import type { JoinedText } from './rules/joined.ts';
import { isAboutRegistration, type ShiftKind } from './rules/kinds.ts';
import { textFor } from './rules/messages.ts';
import { isOffer } from './rules/notices.ts';
import type { NoticeRow, ReportedTime } from './sql/notices.ts';

export interface Words {
  readonly locale: string;
  say(...text: Text): string;
}
type Text = Parameters<typeof notificationTexts.say> extends [string, ...infer Rest] ? Rest : never;

/** The texts in the reader's language, with dates and clocks as they are written where the reader is. */
export function wordsFor(
  row: Pick<NoticeRow, 'language' | 'user_zone' | 'time_zone' | 'organization_zone'>,
): Words {
  const zone = row.user_zone === 'UTC' ? (row.time_zone ?? row.organization_zone) : row.user_zone;
  return {
    locale: localeOf(row.language, zone),
    say: (...text) => notificationTexts.say(row.language, ...text),
  };
}

/** Which text a notice about a registration has. */
export function shiftTextKey(row: NoticeRow, kind: ShiftKind) {
  return kind === 'signup_cancelled' ? cancellationOf(row) : kind;
}

/** Which text any notice has. */
export function textKeyOf(row: NoticeRow): string {
  return isAboutRegistration(row.kind) ? shiftTextKey(row, row.kind) : row.kind;
}

function cancellationOf({ event_data, flags }: NoticeRow) {
  if (event_data?.source === 'self_service') return 'own_cancellation';
  if (flags?.includes('swapped')) return 'swapped';
  const isExpired = event_data?.source === 'system' && flags?.includes('offer_expired');
  return isExpired ? 'offer_expired' : 'signup_cancelled';
}

/** How much was reported in all, and for which day if it was one. */
export function reportedTime({ locale }: Words, reports: readonly Omit<ReportedTime, 'id'>[]) {
  const total = reports.reduce((sum, { minutes }) => sum + minutes, 0);
  const parts = { hours: Math.floor(total / 60), minutes: total % 60 };
  const [first] = reports;
  return {
    count: reports.length,
    time: new Intl.DurationFormat(locale, { style: 'long' }).format(parts),
    day: first ? Temporal.PlainDate.from(first.day).toLocaleString(locale, { dateStyle: 'medium' }) : '',
  };
}

/** What is said about a swap, and whose name it has: that of the other person, where the reader may know it. */
export function swapTexts(
  { details: { news = 'offered' }, swap, user_id: reader }: NoticeRow,
  { say }: Words,
) {
  const isGiver = swap?.user_id === reader;
  const name = isGiver ? swap.named_name : swap?.giver_name;
  return {
    text: news === 'rejected' && isGiver ? ('rejectedGiver' as const) : news,
    name: name ? shortName(name) : say('mail.swap.someone'),
  };
}

export function swapSubject(row: NoticeRow, words: Words): string {
  const { text, name } = swapTexts(row, words);
  const day = row.start_time
    ? formatShort(words.locale, row.start_time, row.time_zone ?? 'UTC', row.created_at)
    : '';
  return words.say(`mail.swap.${text}.subject`, { name, title: row.title ?? '', day });
}

export interface NamedNotice {
  readonly title: string;
  /** What a coordinator wrote. */
  readonly text: string | null;
  /** A page of the web app. */
  readonly href: string;
}

/** The shifts of one email, in a line. */
export function nameJoined(row: NoticeRow, textKey: JoinedText, count: number): NamedNotice {
  return { title: wordsFor(row).say(`joined.${textKey}.subject`, { count }), text: null, href: '/me' };
}

/** A notice in a line, for lists and browsers: what its email has as subject. */
export function nameNotice(row: NoticeRow): NamedNotice {
  const words = wordsFor(row);
  const { say, locale } = words;
  const { kind, organization_name: organization, start_time: start } = row;
  const title = row.title ?? '';
  const day = start === null ? '' : formatShort(locale, start, row.time_zone ?? 'UTC', row.created_at);
  const shift = { title, day };
  const href = row.shift_id === null ? '/notifications' : `/shifts/${row.shift_id}`;
  if (isAboutRegistration(kind)) {
    return { title: say(`mail.${shiftTextKey(row, kind)}.subject`, shift), text: null, href };
  }
  switch (kind) {
    case 'shift_asked': {
      const subject = row.ask?.urgent ? 'urgentSubject' : 'subject';
      return { title: say(`mail.shift_asked.${subject}`, shift), text: row.ask?.message || null, href };
    }
    case 'swap': {
      const message = isOffer(row.details.news) && row.swap?.message;
      return { title: swapSubject(row, words), text: message || null, href };
    }
    case 'shift_message': {
      const message = textFor(row.message_texts, row.language);
      return { title: message?.subject ?? say('kinds.shift_message'), text: message?.text ?? null, href };
    }
    case 'hours_decided': {
      const subject = row.details.decision === 'rejected' ? 'rejectedSubject' : 'approvedSubject';
      return {
        title: say(`mail.hours_decided.${subject}`, reportedTime(words, row.details.reports ?? [])),
        text: null,
        href: '/me/hours',
      };
    }
    case 'badge_awarded': {
      const badge = String(row.event_data?.name ?? '');
      return { title: say('mail.badge_awarded.subject', { badge }), text: null, href: '/me/badges' };
    }
    case 'journey_reminder':
      return { title: say('inApp.journey_reminder'), text: null, href: '/me/journeys' };
    case 'understaffed':
      return { title: say('inApp.understaffed', { organization }), text: null, href: '/manage' };
    case 'member_removed':
      return {
        title: say('mail.member_removed.subject', { organization }),
        text: null,
        href: '/notifications',
      };
  }
}
