import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { inTransaction } from '#platform/db/index.ts';
import { freshDatabase, skipWithoutCitus } from '#test/database.ts';
import { eventually } from '#test/until.ts';
import { commitInTwoPhases } from './index.ts';

const database = await freshDatabase();
const { db } = database;

/** How many nodes are prepared by a transaction that changes one of them and a table of the coordinator. */
async function nodesPrepared(asks: boolean): Promise<number> {
  await sql`select recover_prepared_transactions()`.execute(db);
  await inTransaction(database, {}, async (tx) => {
    await sql`delete from hours_stale where organization_id = 1`.execute(tx);
    await sql`insert into installation (name, value) values (gen_random_uuid(), '1')`.execute(tx);
    if (asks) await commitInTwoPhases(tx);
  });
  const { rows } = await sql`select from pg_dist_transaction`.execute(db);
  return rows.length;
}

describe('a change on a cluster without an entry in the audit log', () => {
  it('is committed in two phases if it asks for them', { skip: skipWithoutCitus }, async () => {
    // Without being asked, Citus commits the node first, and the coordinator can crash in between.
    assert.equal(await nodesPrepared(false), 0);
    // Citus forgets every minute what was prepared, perhaps just now.
    await eventually(async () => assert.equal(await nodesPrepared(true), 1));
  });
});
