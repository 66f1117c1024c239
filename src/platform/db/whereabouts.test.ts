import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '#test/database.ts';
import { countStatements } from '#test/statements.ts';
import { brokenConstraint } from './failures.ts';
import { findPlace, groupByPlace, inKnownPlace, knownPlace, rememberPlaces } from './whereabouts.ts';

const [first, second] = [await freshDatabase(), await freshDatabase()];
for (const { db } of [first, second]) {
  await sql`insert into organizations (id, name) values (1, 'One'), (2, 'Two')`.execute(db);
  await sql`
    insert into missions (id, organization_id, name) values (10, 2, 'Ten'), (11, 1, 'Eleven'), (12, 2, 'Twelve')
  `.execute(db);
}

describe('the organization of an id', () => {
  it('is looked up once, by a pool and its transactions alike', async () => {
    const { texts } = await countStatements(first.pool, async () => {
      assert.equal(await findPlace(first.db, 'missions', 10), 2);
      await first.db.transaction().execute(async (tx) => {
        assert.equal(await findPlace(tx, 'missions', 10), 2);
        assert.equal(knownPlace(tx, 'missions', 10), 2);
      });
    });
    assert.equal(texts.filter((text) => text.includes('missions')).length, 1);
    assert.equal(knownPlace(second.db, 'missions', 10), undefined);
    assert.equal(knownPlace(first.db, 'programs', 10), undefined);
  });

  it('is not remembered for ids that no row has, or can have', async () => {
    for (const id of [999, 1e300, 1.5, Number.NaN])
      assert.equal(await findPlace(first.db, 'missions', id), undefined);
    await sql`insert into missions (id, organization_id, name) values (999, 1, 'New')`.execute(first.db);
    assert.equal(await findPlace(first.db, 'missions', 999), 1);
  });

  it('groups ids in the order of locks', async () => {
    assert.deepEqual(await groupByPlace(second.db, 'missions', [12, 11, 10, 10, 77]), [
      [1, [11]],
      [2, [10, 12]],
    ]);
  });

  it('goes into a statement where it is known', async () => {
    const find = (id: number) =>
      sql<{ id: number; organization_id: number }>`
        select id, organization_id from forms form where id = ${id} ${inKnownPlace(second.db, 'forms', id, 'form')}`;
    assert.deepEqual(find(5).compile(second.db).parameters, [5]);
    rememberPlaces(second.db, 'forms', [{ id: 5, organization_id: 2 }]);
    assert.deepEqual(find(5).compile(second.db).parameters, [5, 2]);
  });
});

describe('a broken constraint', () => {
  it('has the name that the migrations gave it, on a shard too', () => {
    const broken = (constraint: string) =>
      brokenConstraint(Object.assign(new Error('broken'), { constraint }));
    assert.equal(broken('one_place_at_a_time'), 'one_place_at_a_time');
    assert.equal(broken('one_place_at_a_time_102041'), 'one_place_at_a_time');
    assert.equal(brokenConstraint(new Error('other')), undefined);
  });

  it('has its name in the message of a shard', () => {
    const broken = (message: string) =>
      brokenConstraint(Object.assign(new Error(message), { code: '23514' }));
    const message =
      'new row for relation "shifts_102040" violates check constraint "shift_is_never_overfull_102040"';
    assert.equal(broken(message), 'shift_is_never_overfull');
    assert.equal(broken('broken'), undefined);
  });
});
