import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { inTransaction } from '#platform/db/index.ts';
import { peopleApp } from '#test/people.ts';
import { claimDue } from './sql/queue.ts';

const muster = await peopleApp({ MUSTER_DEMO: 'off' });
const { platform } = muster;
const { database } = platform;

it('a claim reads few rows of a queue that has just filled, whatever PostgreSQL believes of it', async () => {
  const now = platform.clock();
  await sql`analyze notification_queue`.execute(database.db);
  await sql`
    insert into notification_queue (id, organization_id, about_at, user_id, kind, can_wait, due_at)
    select n, 1, ${now}, n / 5, 'signup_confirmed', false, ${now} from generate_series(1, 20000) as n
  `.execute(database.db);
  const { claimed, read } = await inTransaction(database, {}, async (tx) => {
    const ids = await claimDue(tx, now, 20);
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
      where relname = 'notification_queue'
    `.execute(tx);
    return { claimed: ids, read: rows[0]?.read ?? Infinity };
  });
  await sql`delete from notification_queue`.execute(database.db);
  assert.deepEqual(
    claimed,
    Array.from({ length: 24 }, (_, index) => index + 1),
    'whole letters: what goes to the last of them is claimed with it',
  );
  assert.ok(read < 500, `it read ${read} rows`);
});
