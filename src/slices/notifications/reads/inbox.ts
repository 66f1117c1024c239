import type { Person } from '#kernel/actor.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { afterOf, cursorsOf, type PageInput, toPage } from '#platform/http/paging.ts';
import type { Platform } from '#platform/slice.ts';
import { findProfile, type WaitingBody } from '#slices/accounts/index.ts';
import { countOpenOf } from '#slices/asks/index.ts';
import { countReportsFor } from '#slices/hours/index.ts';
import { countMySwaps } from '#slices/signups/index.ts';
import { vapidKeys } from '../gate.ts';
import { nameNotice } from '../present.ts';
import { kindsNotListed, mostCounted } from '../rules/channels.ts';
import { browsersOf, findReadUntil, selectOwnBrowsers } from '../sql/browsers.ts';
import { countUnread, selectNoticesOf } from '../sql/notices.ts';
import { selectOfPerson } from '../sql/queue.ts';

const ofPerson = cursorsOf('my-notifications', ['number']);

async function offFor(db: Reader, userId: number): Promise<string[]> {
  const profile = await findProfile(db, userId);
  if (!profile) throw refuse('not_found');
  return kindsNotListed(profile.notification_preferences);
}

export async function readNotifications(db: Reader, { userId }: Person, query: PageInput) {
  const [off, seen] = [await offFor(db, userId), await findReadUntil(db, userId)];
  const before = afterOf(ofPerson, query);
  const rows = await selectNoticesOf(db, userId, { before, limit: query.limit, off });
  return toPage(
    ofPerson,
    rows,
    query.limit,
    (row) => [row.id],
    (row) => ({
      id: row.id,
      kind: row.kind,
      ...nameNotice(row),
      organization_name: row.organization_name,
      read: row.id <= seen,
      created_at: formatInstant(row.created_at),
    }),
  );
}

export async function readWaiting(db: Reader, userId: number, now: Temporal.Instant): Promise<WaitingBody> {
  const [off, after] = [await offFor(db, userId), await findReadUntil(db, userId)];
  return {
    notifications: await countUnread(db, userId, { after, off, most: mostCounted }),
    asks: await countOpenOf(db, userId, { now, most: mostCounted }),
    swaps: await countMySwaps(db, userId, { now, most: mostCounted }),
    hour_reports: await countReportsFor(db, userId, mostCounted),
  };
}

export async function readBrowsers({ database }: Platform, { userId, sessionId }: Person) {
  const rows = await selectOwnBrowsers(database.db, userId, sessionId);
  return {
    public_key: vapidKeys(database.sealer).publicKey,
    items: rows.map((row) => ({ ...row, created_at: formatInstant(row.created_at) })),
  };
}

export async function readBrowsersOf(db: Reader, userId: number) {
  const rows = await browsersOf(db, userId);
  return rows.map((row) => ({ ...row, created_at: formatInstant(row.created_at) }));
}

export async function readPersonalData(db: Reader, userId: number) {
  const rows = await selectOfPerson(db, userId);
  return rows.values().map((row) => ({
    ...row,
    created_at: formatInstant(row.created_at),
    sent_at: formatOptionalInstant(row.sent_at),
  }));
}
