import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { CompiledQuery, type IsolationLevel, Kysely, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { freshDatabase } from '#test/database.ts';
import { ask, PooledDialect, send } from './driver.ts';
import { type DB, hotRead } from './index.ts';
import { createPool, queuePool } from './pool.ts';
import { mostOnConnection } from './prepared.ts';

const database = await freshDatabase({ size: 1 });
const { db } = database;
await sql`create table notes (id bigint generated always as identity, text text not null)`.execute(db);

async function read<Row>(text: string): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text))).rows;
}

describe('a statement', () => {
  it('is prepared on the server when it repeats, and not when it comes once', async () => {
    await sql`select 'comes once'`.execute(db);
    for (let turn = 0; turn < 5; turn += 1) await sql`select ${turn}::int as repeats`.execute(db);
    const prepared = await read<{ statement: string; uses: number }>(
      'select statement, (generic_plans + custom_plans)::int as uses from pg_prepared_statements',
    );
    assert.equal(prepared.find(({ statement }) => statement.includes('repeats'))?.uses, 4);
    assert.ok(!prepared.some(({ statement }) => statement.includes('comes once')));
  });

  it('of generated text cannot fill the server, nor keep others from being prepared', async () => {
    const twice = async (text: string) => {
      for (const _ of [1, 2]) await db.executeQuery(CompiledQuery.raw(text));
    };
    for (let number = 0; number < 1_300; number += 1) await twice(`select ${number} as generated`);
    await twice(`select 'afterwards'`);
    const prepared = await read<{ statement: string }>('select statement from pg_prepared_statements');
    assert.ok(prepared.length <= mostOnConnection, `${prepared.length} prepared statements`);
    assert.ok(prepared.some(({ statement }) => statement.includes('afterwards')));
  });

  it('works again after a migration has changed what it answers', async () => {
    const query = () => db.selectFrom(sql<{ id: number }>`notes`.as('notes')).selectAll().execute();
    for (const _ of [1, 2, 3]) await query();
    await sql`alter table notes add column colour text`.execute(db);
    await query().catch(() => {});
    assert.deepEqual(await query(), []);
  });

  it('reads and writes instants, dates and large numbers without loss', async () => {
    const instant = Temporal.Instant.from('2026-03-29T00:59:59.123456Z');
    const date = Temporal.PlainDate.from('1999-12-31');
    const { rows } = await sql<Record<string, unknown>>`
      select ${instant}::timestamptz as instant, ${date}::date as date, ${2 ** 53 - 1}::bigint as big,
             null::timestamptz as nothing, '{"a":[1]}'::jsonb as json, array['a','b'] as texts
    `.execute(db);
    const [row] = rows;
    assert.ok(row?.['instant'] instanceof Temporal.Instant);
    assert.ok(instant.equals(row['instant']));
    assert.deepEqual(
      { date: row['date'], big: row['big'], nothing: row['nothing'], json: row['json'], texts: row['texts'] },
      { date: '1999-12-31', big: 2 ** 53 - 1, nothing: null, json: { a: [1] }, texts: ['a', 'b'] },
    );
  });
});

describe('a statement that is sent ahead', () => {
  it('has its answer when the next one is there, and sees what was sent before it', async () => {
    const rows = await db.transaction().execute(async (tx) => {
      await send(tx, sql`insert into notes (text) values ('sent ahead')`);
      const asked = await ask(tx, sql<{ text: string }>`select text from notes order by id desc limit 1`);
      await sql`delete from notes`.execute(tx);
      return await asked();
    });
    assert.deepEqual(rows, [{ text: 'sent ahead' }]);
  });

  it('waits for those behind it if it is short, and leaves at once if it is long', async () => {
    const client = await database.pool.connect();
    const { stream } = client.connection;
    client.release();
    await db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await send(tx, sql`select ${'short'}::text`);
      assert.equal(stream.writableCorked, 1);
      await send(tx, sql`select ${'long'.repeat(1_000)}::text`);
      assert.equal(stream.writableCorked, 0);
    });
  });

  it('fails the transaction when it fails, read or not', async () => {
    for (const isRead of [true, false]) {
      const failing = db.transaction().execute(async (tx) => {
        await send(tx, sql`insert into notes (text) values ('undone')`);
        const asked = await ask(tx, sql`select 1 / 0`);
        if (isRead) await asked();
      });
      await assert.rejects(failing, { code: '22012' });
    }
    assert.deepEqual(await read("select 1 from notes where text = 'undone'"), []);
  });
});

describe('BEGIN', () => {
  it('that fails lets no statement behind it run outside a transaction', async () => {
    const driver = new PooledDialect(database.pool, {
      statementTimeoutMs: 1_000,
      lockTimeoutMs: 1_000,
    }).createDriver();
    const insert = (text: string) => sql`insert into notes (text) values (${text})`.compile(db);
    for (const statements of [1, 3]) {
      const connection = await driver.acquireConnection();
      await driver.beginTransaction(connection, { isolationLevel: 'nonsense' as IsolationLevel });
      const outcomes = await Promise.allSettled(
        Array.from({ length: statements }, () => connection.executeQuery(insert('stray'))),
      );
      for (const outcome of outcomes) {
        assert.equal(outcome.status, 'rejected');
        assert.match(String(outcome.reason), /syntax error/);
      }
      await driver.rollbackTransaction(connection);
      await driver.releaseConnection(connection);
    }
    assert.deepEqual(await read(`select text from notes where text = 'stray'`), []);
  });

  it('travels with the first read, and limits the transaction, not the session', async () => {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ statement: string; lock: string }>`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock
      `.execute(tx);
      assert.deepEqual(rows, [{ statement: '15s', lock: '5s' }]);
    });
    const [row] = await read<{ value: string }>(`select current_setting('statement_timeout') as value`);
    assert.equal(row?.value, '30s');
  });

  it('takes the isolation level that is asked for', async () => {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const { rows } = await sql<{ level: string }>`
          select current_setting('transaction_isolation') as level
        `.execute(tx);
        assert.equal(rows[0]?.level, 'repeatable read');
      });
  });
});

describe('behind a pooler', () => {
  const pool = createPool({ url: database.url, size: 1, name: 'muster test pooler', isPooler: true });
  const pooled = new Kysely<DB>({
    dialect: new PooledDialect(pool, { statementTimeoutMs: 1_000, lockTimeoutMs: 1_000 }),
  });
  after(() => pool.end());
  const limit = sql<{ value: string }>`select current_setting('statement_timeout') as value`;

  it('a statement outside a transaction has its limit, and the session keeps nothing of it', async () => {
    assert.deepEqual((await limit.execute(pooled)).rows, [{ value: '30s' }]);
    const readLimit = hotRead<{ value: string }, []>(() => limit);
    assert.deepEqual(await readLimit({ ...database, db: pooled, pool }), [{ value: '30s' }]);
    const { rows } = await pool.query(`select current_setting('statement_timeout') as value`);
    assert.deepEqual(rows, [{ value: '0' }]);
  });

  it('a statement whose plan a migration has overtaken goes without a name', async () => {
    const query = sql`select * from notes where text = 'overtaken'`;
    const readHot = hotRead<object, []>(() => sql`select notes.* from notes where text = 'overtaken'`);
    const thrice = async (run: () => Promise<unknown>) => {
      for (const _ of [1, 2, 3]) await run();
    };
    for (const [column, run] of [
      ['size', () => query.execute(pooled)],
      ['weight', () => readHot({ ...database, db: pooled, pool })],
    ] as const) {
      await thrice(run);
      await sql`alter table notes add column ${sql.ref(column)} int`.execute(db);
      await run().catch(() => {});
      await thrice(run);
    }
    const prepared = await sql`
      select 1 from pg_prepared_statements where statement like '%overtaken%' and statement not like '%prepared%'
    `.execute(pooled);
    assert.deepEqual(prepared.rows, []);
  });

  it('a statement outside a transaction is kept, or fails with its own error', async () => {
    await assert.rejects(sql`select 1 / 0`.execute(pooled), { code: '22012' });
    await sql`insert into notes (text) values ('pooled')`.execute(pooled);
    assert.deepEqual(await read("select text from notes where text = 'pooled'"), [{ text: 'pooled' }]);
  });

  it('the queue listens on a direct connection', async () => {
    const direct = createPool({ url: database.url, size: 1, name: 'muster test direct' });
    after(() => direct.end());
    const queue = queuePool(pool, direct);
    const connectionName = async (client: PoolClient | undefined) => {
      const { rows } = (await client?.query('show application_name')) ?? { rows: [] };
      client?.release();
      return rows[0].application_name as string;
    };
    const listening = await new Promise<PoolClient | undefined>((resolve) => {
      queue.connect((_error, client) => resolve(client));
    });
    assert.equal(await connectionName(listening), 'muster test direct');
    assert.equal(await connectionName(await queue.connect()), 'muster test pooler');
    assert.deepEqual((await queue.query('show application_name')).rows, [
      { application_name: 'muster test pooler' },
    ]);
  });

  it('the statements of the queue keep to the limit, and its transactions stay whole', async () => {
    const direct = createPool({ url: database.url, size: 1, name: 'muster test direct' });
    after(() => direct.end());
    const queue = queuePool(pool, direct);
    const show = { text: 'show statement_timeout' };
    assert.deepEqual((await queue.query(show)).rows, [{ statement_timeout: '30s' }]);
    const client = await queue.connect();
    assert.deepEqual((await client.query(show)).rows, [{ statement_timeout: '30s' }]);
    await client.query('begin');
    await client.query("insert into notes (text) values ('undone')");
    await client.query('rollback');
    client.release();
    assert.deepEqual(await read("select text from notes where text = 'undone'"), []);
  });
});

describe('COMMIT', () => {
  it('that turns into a rollback because an error was swallowed is an error itself', async () => {
    const work = db.transaction().execute(async (tx) => {
      await sql`insert into notes (text) values ('half')`.execute(tx);
      await sql`select 1 / 0`.execute(tx).catch(() => {});
    });
    await assert.rejects(work, /rolled back instead of committed/);
    assert.deepEqual(await read(`select text from notes where text = 'half'`), []);
  });
});

describe('a connection', () => {
  it('that breaks within a transaction is not given to anyone else', async () => {
    const pool = createPool({ url: database.url, size: 1, name: 'muster test breaks' });
    const own = new Kysely<DB>({
      dialect: new PooledDialect(pool, { statementTimeoutMs: 1_000, lockTimeoutMs: 1_000 }),
    });
    after(() => pool.end());
    const broken = own.transaction().execute(async (tx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    });
    await assert.rejects(broken);
    const { rows } = await sql`select 1 as one`.execute(own);
    assert.deepEqual(rows, [{ one: 1 }]);
  });
});

describe('statements that are sent ahead', () => {
  it('use an interface that pg does not warn about', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => warnings.push(message);
    process.on('warning', note);
    await db.transaction().execute(async (tx) => {
      const later = await Promise.all(
        [1, 2, 3, 4].map((number) => ask(tx, sql`select ${number}::int as number`)),
      );
      await send(tx, sql`select 5`);
      assert.deepEqual((await later[3]?.())?.[0], { number: 4 });
    });
    // Node reports a warning in the next turn.
    await new Promise(setImmediate);
    process.off('warning', note);
    assert.deepEqual(warnings, []);
  });
});
