import { sql } from 'kysely';
import type { Database } from './index.ts';

/** Removes what the platform keeps for a while only. Events stay for 90 days: deliveries can be asked for again. */
export async function cleanUp(database: Database): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(database.db);
  await sql`delete from request_budgets where refilled_at < now() - interval '1 hour'`.execute(database.db);
  await sql`delete from events where relayed and created_at < now() - interval '90 days'`.execute(
    database.db,
  );
  await sql`delete from undelivered_mail where created_at < now() - interval '7 days'`.execute(database.db);
}
