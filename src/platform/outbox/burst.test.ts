import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { sortableId } from '#kernel/ids.ts';
import { inTransaction } from '#platform/db/index.ts';
import { freshDatabase } from '#test/database.ts';
import { rowsRead } from '#test/rows-read.ts';
import { readEvents } from './index.ts';

const database = await freshDatabase({ size: 2 });

it('events of a burst are found by their ids, although PostgreSQL has not counted them yet', async () => {
  const now = Temporal.Now.instant();
  const write = async (at: Temporal.Instant) => {
    const ids = Array.from({ length: 5_000 }, (_, index) =>
      sortableId('evt', at.add({ milliseconds: index })),
    );
    await sql`
      insert into events (id, organization_id, type, data, created_at)
      select id, 1, 'shift.cancelled', '{}', ${at}::timestamptz + n * interval '1 millisecond'
      from unnest(${ids}::text[]) with ordinality as given (id, number), lateral (select number - 1 as n) as counted
    `.execute(database.db);
    return ids;
  };
  await write(now.subtract({ hours: 1 }));
  await sql`analyze events`.execute(database.db);
  const ids = (await write(now)).slice(40, 60);
  await inTransaction(database, {}, async (tx) => {
    const before = await rowsRead(tx, 'events');
    const found = await readEvents({ db: tx }, ids);
    const read = (await rowsRead(tx, 'events')) - before;
    assert.deepEqual(
      found.map(({ id }) => id),
      ids,
    );
    assert.ok(read < 100, `it read ${read} events`);
  });
});
