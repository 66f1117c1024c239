import { clocksDiffer, formatSpan } from '#platform/language/moments.ts';
import { type Fact, greet } from '#platform/mail/email.ts';
import type { Mail } from '#platform/mail/index.ts';
import type { Platform } from '#platform/slice.ts';
import { unsubscribeToken } from '../gate.ts';
import type { Words } from '../present.ts';
import type { NoticeRow } from '../sql/notices.ts';

/** An email that has something to say. It is written only when it is to be sent: that takes most of the work. */
export type Draft = () => Mail;

export interface ShiftRow extends NoticeRow {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly time_zone: string;
}

/** The shift that an email is about, as its reader sees it. */
type ShownShift = Pick<
  ShiftRow,
  | 'start'
  | 'end'
  | 'time_zone'
  | 'user_zone'
  | 'title'
  | 'location'
  | 'role_name'
  | 'organization_name'
  | 'created_at'
>;

export function whenAndWhere(row: ShownShift, { locale }: Words): string {
  const { start, end, time_zone, location, created_at } = row;
  const when = formatSpan(locale, { start, end }, time_zone, created_at);
  return location ? `${when} · ${location}` : when;
}

export function shiftFacts(row: ShownShift, { locale, say }: Words): Fact[] {
  const span = { start: row.start, end: row.end };
  // UTC is what an account has whose owner never said where they are.
  const isElsewhere = row.user_zone !== 'UTC' && clocksDiffer(row.start, row.user_zone, row.time_zone);
  return said([
    [say('labels.what'), row.title],
    [say('labels.when'), formatSpan(locale, span, row.time_zone, row.created_at)],
    [say('labels.yourTime'), isElsewhere ? formatSpan(locale, span, row.user_zone, row.created_at) : null],
    [say('labels.where'), row.location],
    [say('labels.role'), row.role_name],
    [say('labels.organization'), row.organization_name],
  ]);
}

/** What people wrote is passed on as it is; what the service decided is said in the reader's language. */
export function reasonOf({ kind, flags, event_data }: NoticeRow, { say }: Words): string | null {
  if (kind !== 'signup_cancelled' && kind !== 'shift_cancelled' && kind !== 'rejected') return null;
  // People who have left know why.
  if (flags?.includes('member_left') || flags?.includes('swapped')) return null;
  if (event_data?.source !== 'system') return event_data?.reason ?? null;
  return flags?.includes('offer_expired') ? null : say('reasons.tookAnotherSpot');
}

/** Those that have something to say. */
export function said(facts: readonly (readonly [string, string | null | undefined])[]): Fact[] {
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

/** What all emails have in common. */
export function frame(platform: Platform, row: NoticeRow, { say }: Words) {
  return {
    language: row.language,
    greeting: greet(row.language, row.user_name),
    footer: say('footer', { organization: row.organization_name }),
    footerLinks: [
      { label: say('actions.unsubscribe'), url: unsubscribeUrl(platform, row) },
      { label: say('actions.preferences'), url: `${platform.publicUrl()}/me/settings` },
    ],
  };
}

function unsubscribeUrl(platform: Platform, { user_id, kind }: NoticeRow): string {
  const token = unsubscribeToken(platform.database.sealer, user_id, kind);
  return `${platform.publicUrl()}/api/v1/unsubscribe/${token}`;
}

export function envelope(platform: Platform, row: NoticeRow, email: string) {
  return {
    to: email,
    fromName: row.organization_name,
    id: platform.database.sealer.hexDigest('message-id', row.key).slice(0, 32),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl(platform, row)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
