import { type Attachment, senderAddress } from '#platform/mail/index.ts';
import type { Platform } from '#platform/slice.ts';
import { type CalendarEvent, writeNotice } from '#slices/signups/index.ts';
import type { NoticeGroup, NoticeRow } from '../sql/notices.ts';

/**
 * The shifts as files for the reader's calendar. They have the names that they also have in the calendar they may have
 * subscribed to, so that none is shown twice. Who has moved gets the old shift taken out as well.
 */
export function attachCalendar(platform: Platform, rows: NoticeGroup, now: Temporal.Instant): Attachment[] {
  const organizer = { name: rows[0].organization_name, address: senderAddress(platform.config) };
  const attach = (events: readonly CalendarEvent[], filename: string): Attachment[] => {
    if (events.length === 0) return [];
    const method = events.every(({ status }) => status === 'CANCELLED') ? 'CANCEL' : 'PUBLISH';
    return [
      {
        filename,
        contentType: `text/calendar; charset=utf-8; method=${method}`,
        content: writeNotice(events, { method, organizer, sentAt: now }),
      },
    ];
  };
  const isMany = rows.length > 1;
  return [
    ...attach(
      rows.flatMap((row) => presentEvent(platform, row, now) ?? []),
      isMany ? 'shifts.ics' : 'shift.ics',
    ),
    ...attach(
      rows.flatMap((row) => formerEvent(platform, row, now) ?? []),
      isMany ? 'former-shifts.ics' : 'former-shift.ics',
    ),
  ];
}

function uidOf(platform: Platform, shiftId: number, userId: number): string {
  return `shift-${shiftId}-person-${userId}@${new URL(platform.publicUrl()).hostname}`;
}

function presentEvent(platform: Platform, row: NoticeRow, now: Temporal.Instant): CalendarEvent | undefined {
  if (row.shift_id === null || row.start_time === null || row.end_time === null) return undefined;
  return {
    uid: uidOf(platform, row.shift_id, row.user_id),
    sequence: row.revision ?? 0,
    status: statusOf(row),
    summary: row.title ?? '',
    description: row.description ?? '',
    location: row.location ?? '',
    category: row.organization_name,
    start: row.start_time,
    end: row.end_time,
    created: row.shift_created_at ?? now,
    modified: now,
  };
}

function statusOf({ shift_status, registration_status }: NoticeRow): CalendarEvent['status'] {
  if (shift_status === 'cancelled' || registration_status === 'cancelled') return 'CANCELLED';
  return registration_status === 'active' ? 'CONFIRMED' : 'TENTATIVE';
}

function formerEvent(platform: Platform, row: NoticeRow, now: Temporal.Instant): CalendarEvent | undefined {
  if (row.former_id === null || row.former_start === null || row.former_end === null) return undefined;
  return {
    uid: uidOf(platform, row.former_id, row.user_id),
    sequence: row.former_revision ?? 0,
    status: 'CANCELLED',
    summary: row.former_title ?? '',
    description: '',
    location: row.former_location ?? '',
    category: row.organization_name,
    start: row.former_start,
    end: row.former_end,
    created: row.former_created_at ?? now,
    modified: now,
  };
}
