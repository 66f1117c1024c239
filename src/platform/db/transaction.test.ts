import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Kysely, sql } from 'kysely';
import { refuse } from '#kernel/refusal.ts';
import { freshDatabase } from '#test/database.ts';
import { watchDeadlocks } from '#test/deadlocks.ts';
import { until } from '#test/until.ts';
import { PooledDialect } from './driver.ts';
import {
  classifyFailure,
  type Database,
  type DB,
  errorCode,
  inTransaction,
  lockAll,
  onCommit,
  send,
  type Tx,
} from './index.ts';

const database = await freshDatabase();
await sql`create table spots (id int primary key, taken int not null default 0)`.execute(database.db);
await sql`insert into spots (id) select generate_series(1, 10)`.execute(database.db);

/** The same database with shorter time-outs. */
const hasty: Database = {
  ...database,
  db: new Kysely<DB>({
    dialect: new PooledDialect(database.pool, { statementTimeoutMs: 300, lockTimeoutMs: 100 }),
  }),
};

const update = (tx: Tx, id: number) => sql`update spots set taken = taken + 1 where id = ${id}`.execute(tx);

async function taken(id: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`select taken from spots where id = ${id}`.execute(
    database.db,
  );
  return rows[0]?.taken ?? -1;
}

describe('a transaction', () => {
  it('that cannot be serialised runs again from the start', async () => {
    const both = Promise.withResolvers<void>();
    let reads = 0;
    let runs = 0;
    const addOne = () =>
      inTransaction(
        database,
        {},
        async (tx) => {
          runs += 1;
          const { rows } = await sql<{ taken: number }>`select taken from spots where id = 1`.execute(tx);
          reads += 1;
          if (reads === 2) both.resolve();
          await both.promise;
          await sql`update spots set taken = ${(rows[0]?.taken ?? 0) + 1} where id = 1`.execute(tx);
        },
        { isolation: 'repeatable read' },
      );
    await Promise.all([addOne(), addOne()]);
    assert.equal(await taken(1), 2);
    assert.equal(runs, 3);
  });

  it('that is caught in a deadlock runs again, and both take effect', async () => {
    const both = Promise.withResolvers<void>();
    let holding = 0;
    const deadlocks = watchDeadlocks(database.pool);
    const updateTwo = (first: number, second: number) =>
      inTransaction(database, {}, async (tx) => {
        await update(tx, first);
        holding += 1;
        if (holding === 2) both.resolve();
        await both.promise;
        await update(tx, second);
      });
    await Promise.all([updateTwo(2, 3), updateTwo(3, 2)]);
    assert.deepEqual([await taken(2), await taken(3)], [2, 2]);
    // On a busy machine, the one that runs again can be faster than the one it gave way to, and meets it once more.
    assert.match(deadlocks()[0] ?? '', /waits for ShareLock.*update/s);
  });

  it('gives up after five attempts', async () => {
    let runs = 0;
    const work = inTransaction(database, {}, async (tx) => {
      runs += 1;
      await sql`do $$ begin raise exception 'never' using errcode = '40001'; end $$`.execute(tx);
    });
    await assert.rejects(work, (error) => classifyFailure(error) === 'retry');
    assert.equal(runs, 5);
  });

  it('is not run again for anything else, and leaves nothing behind', async () => {
    for (const failure of [refuse('conflict'), new Error('a bug')]) {
      let runs = 0;
      const work = inTransaction(database, {}, async (tx) => {
        runs += 1;
        await update(tx, 4);
        throw failure;
      });
      await assert.rejects(work, failure);
      assert.equal(runs, 1);
    }
    let runs = 0;
    const broken = inTransaction(database, {}, async (tx) => {
      runs += 1;
      await sql`insert into spots (id) values (4)`.execute(tx);
    });
    await assert.rejects(broken, (error) => errorCode(error) === '23505');
    assert.equal(runs, 1);
    assert.equal(await taken(4), 0);
  });

  it('ends a statement that runs too long', async () => {
    const slow = inTransaction(hasty, {}, (tx) => sql`select pg_sleep(5)`.execute(tx));
    await assert.rejects(
      slow,
      (error) => errorCode(error) === '57014' && classifyFailure(error) === 'timeout',
    );
  });

  it('waits for a lock only so long', async () => {
    const done = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holder = inTransaction(database, {}, async (tx) => {
      await lockAll(tx, 'spot', [1]);
      held.resolve();
      await done.promise;
    });
    await held.promise;
    const waiter = inTransaction(hasty, {}, (tx) => lockAll(tx, 'spot', [1]));
    await assert.rejects(
      waiter,
      (error) => errorCode(error) === '55P03' && classifyFailure(error) === 'timeout',
    );
    done.resolve();
    await holder;
  });

  it('calls back after its commit, once, and never after a rollback', async () => {
    const log: string[] = [];
    let runs = 0;
    await inTransaction(database, {}, async (tx) => {
      runs += 1;
      onCommit(tx, () => void taken(5).then((count) => log.push(`committed ${count}`)));
      await update(tx, 5);
      assert.deepEqual(log, []);
      if (runs === 1)
        await sql`do $$ begin raise exception 'again' using errcode = '40P01'; end $$`.execute(tx);
    });
    const refused = inTransaction(database, {}, async (tx) => {
      onCommit(tx, () => log.push('rolled back'));
      throw refuse('conflict');
    });
    await assert.rejects(refused);
    await until(() => log.length > 0);
    assert.deepEqual(log, ['committed 1']);
  });

  it('stores one answer for an Idempotency-Key: a second transaction under it is a mistake that shows', async () => {
    const call = {
      idempotency: { scope: 'user:1', key: 'twice', fingerprint: 'f', state: 'open' as const },
    };
    const updateSix = (tx: Tx) => update(tx, 6).then(() => undefined);
    await inTransaction(database, call, updateSix);
    await assert.rejects(inTransaction(database, call, updateSix), /second transaction/);
    assert.equal(await taken(6), 1);
  });
});

describe('a statement that is sent ahead', () => {
  it('takes effect with its transaction, in the order in which it was sent', async () => {
    await inTransaction(database, {}, async (tx) => {
      await send(tx, sql`insert into spots (id, taken) values (20, 1)`);
      await send(tx, sql`update spots set taken = taken * 5 where id = 20`);
    });
    assert.equal(await taken(20), 5);
  });

  it('and fails is the reason that is reported, by the next statement or by the commit', async () => {
    for (const followedBy of ['nothing', 'a read', 'a write']) {
      const work = inTransaction(database, {}, async (tx) => {
        await update(tx, 7);
        await send(tx, sql`insert into spots (id) values (7)`);
        if (followedBy === 'a read') await sql`select 1`.execute(tx);
        if (followedBy === 'a write') await update(tx, 8);
      });
      await assert.rejects(work, (error) => errorCode(error) === '23505', followedBy);
    }
    assert.deepEqual([await taken(7), await taken(8)], [0, 0]);
  });

  it('and fails for a reason that passes makes the transaction run again', async () => {
    let runs = 0;
    await inTransaction(database, {}, async (tx) => {
      runs += 1;
      if (runs === 1)
        await send(tx, sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`);
      await update(tx, 9);
    });
    assert.deepEqual([runs, await taken(9)], [2, 1]);
  });
});

describe('locks', () => {
  it('are taken inside a transaction only, whatever the types were told', async () => {
    await assert.rejects(lockAll(database.db as unknown as Tx, 'spot', [1]), /inside a transaction/);
  });

  it('are asked for in one order, so that two who want the same never wait in a circle', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    let runs = 0;
    const rounds = Array.from({ length: 8 }, (_, round) =>
      inTransaction(database, {}, async (tx) => {
        runs += 1;
        await lockAll(tx, 'spot', round % 2 ? ids : ids.toReversed());
        await sql`select 1`.execute(tx);
      }),
    );
    await Promise.all(rounds);
    // A deadlock would have been fixed by a second run.
    assert.equal(runs, 8);
  });

  it('keep two transactions apart for the same thing and not for another', async () => {
    let inside = 0;
    let most = 0;
    const visit = (space: string, id: number, stay: (tx: Tx) => Promise<void>) =>
      inTransaction(database, {}, async (tx) => {
        await lockAll(tx, space, [id, id]);
        inside += 1;
        most = Math.max(most, inside);
        await stay(tx);
        inside -= 1;
      });
    // Transactions that are admitted at the same time run during these.
    const trips = async (tx: Tx) => {
      for (let trip = 0; trip < 20; trip += 1) await sql`select 1`.execute(tx);
    };
    await Promise.all([visit('spot', 7, trips), visit('spot', 7, trips), visit('spot', 7, trips)]);
    assert.equal(most, 1);
    const together = () => until(() => most === 3);
    await Promise.all([visit('spot', 7, together), visit('person', 7, together), visit('spot', 8, together)]);
  });
});
