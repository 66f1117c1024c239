import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { RawAnswer } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { personOf } from '#slices/accounts/index.ts';
import { findOrganization } from '#slices/organizations/index.ts';
import { signupTexts } from '../messages/index.ts';
import { findLivingFeed } from '../sql/feeds.ts';
import { type CalendarRow, selectOrganizationCalendar, selectOwnCalendar } from '../sql/mine.ts';
import { type CalendarEvent, writeCalendar } from './icalendar.ts';

/** How long what is over stays in a calendar. */
const pastDays = 90;

const sinceOf = ({ now }: Call): Temporal.Instant => now.subtract({ hours: 24 * pastDays });

/** The caller's shifts, or those of the person that the secret link belongs to. */
export async function readOwnCalendar(
  platform: Platform,
  call: Call,
  token: string | undefined,
): Promise<RawAnswer> {
  const { userId, language } = token === undefined ? personOf(call) : await ownerOf(platform, token, null);
  const rows = await selectOwnCalendar(platform.database.db, userId, sinceOf(call));
  const name = signupTexts.say(language, 'calendar.name');
  const uidOf = (row: CalendarRow) => `shift-${row.shift_id}-person-${userId}@${hostOf(platform)}`;
  return answer(language, name, rows, uidOf);
}

export async function readOrganizationCalendar(
  platform: Platform,
  call: Call,
  organizationId: number,
  token: string,
): Promise<RawAnswer> {
  const { db } = platform.database;
  const { language } = await ownerOf(platform, token, organizationId);
  const organization = await findOrganization(db, organizationId);
  if (!organization) throw refuse('not_found');
  const rows = await selectOrganizationCalendar(db, organizationId, sinceOf(call));
  return answer(language, organization.name, rows, (row) => `shift-${row.shift_id}@${hostOf(platform)}`);
}

/** A link opens the one calendar that it was made for. */
async function ownerOf(platform: Platform, token: string, organizationId: number | null) {
  const { db, sealer } = platform.database;
  const feed = await findLivingFeed(db, sealer.digest('calendar', token));
  if (feed?.organization_id !== organizationId) throw refuse('not_found');
  return { userId: feed.user_id, language: feed.language };
}

/** Tells the shifts of two installations apart in one calendar program. */
function hostOf(platform: Platform): string {
  return new URL(platform.publicUrl()).hostname;
}

function answer(
  language: string,
  name: string,
  rows: readonly CalendarRow[],
  uidOf: (row: CalendarRow) => string,
): RawAnswer {
  const events = rows.map((row) => toEvent(language, row, uidOf(row)));
  return new RawAnswer('text/calendar; charset=utf-8', writeCalendar(name, events), {
    'content-disposition': 'inline; filename="shifts.ics"',
    'content-language': language,
  });
}

function toEvent(language: string, row: CalendarRow, uid: string): CalendarEvent {
  return {
    uid,
    sequence: row.revision,
    status: statusOf(row),
    summary: row.title,
    description: [...notesOf(language, row), row.description].filter((text) => text !== '').join('\n\n'),
    location: row.location,
    category: row.organization_name,
    start: row.start_time,
    end: row.end_time,
    created: row.created_at,
    modified: row.updated_at,
  };
}

function statusOf({ status, registration }: CalendarRow): CalendarEvent['status'] {
  if (status === 'cancelled' || registration?.status === 'cancelled') return 'CANCELLED';
  return registration && registration.status !== 'active' ? 'TENTATIVE' : 'CONFIRMED';
}

/** What a person should know at a glance, before the description of the shift. */
function notesOf(language: string, { status, cancel_reason, registration }: CalendarRow): string[] {
  if (status === 'cancelled')
    return [
      cancel_reason
        ? signupTexts.say(language, 'calendar.cancelledBecause', { reason: cancel_reason })
        : signupTexts.say(language, 'calendar.cancelledShift'),
    ];
  if (!registration) return [];
  const { status: state, role } = registration;
  return [
    state === 'active' ? '' : signupTexts.say(language, `calendar.${state}`),
    role === null ? '' : signupTexts.say(language, 'calendar.role', { role }),
  ];
}
