import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { queryOnce } from '#test/database.ts';
import { peopleApp } from '#test/people.ts';
import { rowsRead } from '#test/rows-read.ts';
import { selectNotices } from './sql/notices.ts';
import {
  type Claimed,
  claimDue,
  handBack,
  markSent,
  markSkipped,
  putBack,
  renewLeases,
  type Turn,
} from './sql/sending.ts';

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
    const due = await claimDue(tx, now, { limit: 20, after: 0 });
    return { claimed: due.claimed.map(({ id }) => id), read: await rowsRead(tx, 'notification') };
  });
  await sql`truncate notification_queue`.execute(database.db);
  assert.deepEqual(
    claimed,
    Array.from({ length: 24 }, (_, index) => index + 1),
    'whole emails: what goes to the last of them is claimed with it',
  );
  assert.ok(read < 500, `it read ${read} rows`);
});

it('organizations take turns: a burst of one delays no other', async () => {
  const now = platform.clock();
  const later = now.add({ hours: 1 });
  await sql`
    insert into notification_queue (id, organization_id, about_at, user_id, kind, can_wait, due_at)
    select n, 1, ${now}::timestamptz, n, 'shift_message', false, ${now}::timestamptz from generate_series(1, 20000) as n
    union all select 20000 + o, o, ${now}, 20000 + o, 'offered', false, ${now} from generate_series(2, 31) as o
    union all select 30000 + o, o, ${now}, 30000 + o, 'offered', false, ${later} from generate_series(32, 41) as o
    union all select 40000, 50, ${now}, 40000, 'reminder', true, ${now}
  `.execute(database.db);
  const organizations = async (turn: Turn) =>
    await inTransaction(database, {}, async (tx) => {
      const { claimed, last } = await claimDue(tx, now, turn);
      const ids = claimed.map(({ id }) => id);
      const { rows } = await sql<{ id: number }>`
        select organization_id as id from notification_queue where id = any(${ids}::bigint[]) order by 1
      `.execute(tx);
      return { of: rows.map(({ id }) => id), last, read: await rowsRead(tx, 'notification') };
    });
  const first = await organizations({ limit: 20, after: 0 });
  assert.deepEqual(
    first.of,
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  assert.ok(first.read < 500, `it read ${first.read} rows`);
  const second = await organizations({ limit: 20, after: first.last });
  assert.deepEqual(
    second.of,
    Array.from({ length: 11 }, (_, index) => index + 21),
  );
  assert.equal(second.last, 0);
  const third = await organizations({ limit: 20, after: 0 });
  assert.deepEqual(third.of, Array.from({ length: 20 }).fill(1), 'alone, it gets all');
  await sql`delete from notification_queue where organization_id = 1`.execute(database.db);
  assert.deepEqual((await organizations({ limit: 20, after: 60 })).of, [50]);
  assert.deepEqual((await organizations({ limit: 20, after: 60 })).of, []);
  await sql`truncate notification_queue`.execute(database.db);
});

const undone = new Error('nothing of this stays');

it('a plan from when the queue was empty is not used for the queue that has filled', async () => {
  const now = platform.clock();
  await queryOnce(muster.database.url, 'vacuum (analyze) notification_queue, notifications');
  const claimedBy = (id: number) => ({ id, about_at: now, attempts: 1, is_told: false });
  const ways = {
    claimDue: (tx: Tx, ids: number[]) => claimDue(tx, now, { limit: ids.length, after: 0 }),
    selectNotices: (tx: Tx, ids: number[]) => selectNotices(tx, ids.map(claimedBy)),
    renewLeases: (tx: Tx, ids: number[]) => renewLeases(tx, ids),
    handBack: (tx: Tx, ids: number[]) => handBack(tx, ids),
    putBack: (tx: Tx, ids: number[]) => putBack(tx, ids, { dueAt: now, outcome: 'later', counts: true }),
    markSent: (tx: Tx, ids: number[]) => markSent(tx, ids.map(claimedBy), now),
    markSkipped: (tx: Tx, ids: number[]) =>
      markSkipped(
        tx,
        ids.map((id) => ({ row: claimedBy(id), outcome: `turned_off ${id}` })),
      ),
  };
  const working = inTransaction(database, {}, async (tx) => {
    // PostgreSQL may keep a plan from the sixth time on.
    for (let time = 0; time < 8; time += 1) for (const way of Object.values(ways)) await way(tx, [1, 2]);
    await sql`
      insert into notifications (id, key, kind, user_id, organization_id, about_at, created_at, status)
      overriding system value
      select n, 'many:' || n, 'signup_confirmed', n / 5, 1, ${now}, ${now}, 'queued' from generate_series(1, 5000) as n
    `.execute(tx);
    for (const [name, way] of Object.entries(ways)) {
      const before = await rowsRead(tx, 'notification');
      await way(tx, name === 'markSkipped' ? [12, 13] : [10, 11]);
      const read = (await rowsRead(tx, 'notification')) - before;
      assert.ok(read < 50, `${name} read ${read} rows`);
    }
    const { rows } = await sql<{ ending: string }>`
      select concat_ws(' ', status, outcome) as ending from notifications where key in ('many:10', 'many:11', 'many:12', 'many:13') order by id
    `.execute(tx);
    assert.deepEqual(
      rows.map(({ ending }) => ending),
      ['sent', 'sent', 'skipped turned_off 12', 'skipped turned_off 13'],
    );
    throw undone;
  });
  await assert.rejects(working, undone);
});

it('events of a burst are found by their ids, although PostgreSQL has not counted them yet', async () => {
  const now = platform.clock();
  const made = await inTransaction(database, {}, async (tx) => {
    await sql`insert into users (id, email, name) values (900001, 'burst@example.org', 'Burst')`.execute(tx);
    await sql`insert into organizations (id, name) values (900001, 'Burst')`.execute(tx);
    const write = async (name: string, at: Temporal.Instant, status: string) => {
      await sql`
        insert into events (id, organization_id, type, data, created_at)
        select ${name} || n, 900001, 'shift.cancelled', '{"reason": "rain"}', ${at} from generate_series(1, 5000) as n
      `.execute(tx);
      const { rows } = await sql<Claimed>`
        insert into notifications (key, kind, user_id, organization_id, event_id, about_at, created_at, status)
        select ${name} || n, 'shift_cancelled', 900001, 900001, ${name} || n, date_trunc('milliseconds', ${at}::timestamptz),
          ${at}, ${status}
        from generate_series(1, 5000) as n returning id, about_at
      `.execute(tx);
      return rows;
    };
    await write('old:', now.subtract({ hours: 1 }), 'skipped');
    await sql`analyze events`.execute(tx);
    await sql`analyze notifications`.execute(tx);
    const claimed = (await write('new:', now, 'queued')).slice(40, 60);
    const before = await rowsRead(tx, 'events');
    const notices = await selectNotices(
      tx,
      claimed.map((one) => ({ ...one, attempts: 1, is_told: false })),
    );
    const read = (await rowsRead(tx, 'events')) - before;
    assert.equal(notices.filter(({ event_data }) => event_data?.reason === 'rain').length, 20);
    assert.ok(read < 100, `it read ${read} events`);
    throw undone;
  }).catch((error: unknown) => error);
  assert.equal(made, undone);
});
