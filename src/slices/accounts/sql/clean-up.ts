import { sql } from 'kysely';
import type { Database } from '#platform/db/index.ts';

/** What has had its day: ended sessions, used links, old failures. */
export async function removeExpired(db: Database['db'], now: Temporal.Instant): Promise<void> {
  const monthAgo = now.subtract({ hours: 24 * 30 });
  await sql`delete from sessions where expires_at < ${monthAgo} or revoked_at < ${monthAgo}`.execute(db);
  await sql`delete from mail_tokens where expires_at < ${now.subtract({ hours: 24 })}`.execute(db);
  await sql`delete from login_failures where last_failed_at < ${now.subtract({ hours: 48 })}`.execute(db);
  await sql`delete from known_devices where last_used_at < ${now.subtract({ hours: 24 * 180 })}`.execute(db);
}
