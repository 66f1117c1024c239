import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { testApp } from '#test/app.ts';
import { createDatabase, dropDatabase, freshDatabase, skipBehindPooler } from '#test/database.ts';
import { until } from '#test/until.ts';
import { layWire } from '#test/wire.ts';
import { route } from '../http/route.ts';
import { classifyFailure, inTransaction } from './index.ts';
import { createPool, queuePool } from './pool.ts';

describe('a server that becomes read-only', () => {
  it('loses all its connections with the first write, and the pool reconnects', async () => {
    const url = await createDatabase();
    const pool = createPool({ url, size: 3, name: 'muster test failover' });
    try {
      const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
      for (const client of clients) await client.query('set default_transaction_read_only = on');
      const [busy, ...others] = clients;
      for (const client of others) client.release();

      const write = () => pool.query('create table if not exists notes ()');
      await assert.rejects(write, (error) => classifyFailure(error) === 'unavailable');
      await until(() => pool.totalCount === 1);
      await write();
      busy?.release();
      await until(() => pool.totalCount === 1);
      assert.ok((await Promise.all([write(), write(), write()])).length === 3);
    } finally {
      await pool.end();
      await dropDatabase(url);
    }
  });

  it('is not asked by who comes at the moment of the first failure', async () => {
    const url = await createDatabase();
    const pool = createPool({ url, size: 2, name: 'muster test failover' });
    try {
      const [busy, idle] = await Promise.all([pool.connect(), pool.connect()]);
      for (const client of [busy, idle]) await client.query('set default_transaction_read_only = on');
      idle.release();
      const next = new Promise((resolve, reject) => {
        busy.connection.once('errorMessage', () => pool.query('select 1').then(resolve, reject));
      });
      await assert.rejects(busy.query('create table notes ()'), { code: '25006' });
      busy.release();
      await next;
    } finally {
      await pool.end();
      await dropDatabase(url);
    }
  });

  it('is 503 with Retry-After for writes and for /readyz until it takes writes again', {
    skip: skipBehindPooler && 'the pooler keeps sessions that began when the server was read-only',
  }, async () => {
    const database = await freshDatabase({ size: 2 });
    const { inject } = await testApp(database, [
      route({
        method: 'POST',
        path: '/notes',
        operationId: 'createNote',
        summary: 'Create a note',
        tag: 'Notes',
        access: 'open',
        handle: () => inTransaction(database, {}, (tx) => sql`create table notes ()`.execute(tx)),
      }),
    ]);
    const name = new URL(database.url).pathname.slice(1);
    const admin = createPool({ url: database.url, size: 1, name: 'muster test admin' });
    try {
      // For every session that begins from now on, as on a standby.
      await admin.query(`alter database ${name} set default_transaction_read_only = on`);
      const post = () => inject({ method: 'POST', url: '/api/v1/notes' });
      await until(async () => {
        await database.pool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
        return (await inject('/readyz')).statusCode === 503;
      });
      const refused = await post();
      assert.equal(refused.statusCode, 503);
      assert.equal(refused.json().code, 'unavailable');
      assert.ok(Number(refused.headers['retry-after']) >= 1);
      assert.equal((await inject('/healthz')).statusCode, 200);

      await admin.query(`alter database ${name} reset default_transaction_read_only`);
      await until(async () => {
        await post();
        return (await inject('/readyz')).statusCode === 200;
      });
    } finally {
      await admin.end();
    }
  });
});

describe('a connection that has lived long enough', () => {
  it('is closed when it is released, and one that is kept stays', async () => {
    const url = await createDatabase();
    const pool = createPool({ url, size: 2, name: 'muster test lifetime', lifetimeMs: 0 });
    const select = 'select pg_backend_pid() as pid';
    try {
      const listener = await pool.connect();
      const first = await listener.query(select);
      const pids = new Set<number>();
      for (let turn = 0; turn < 3; turn += 1) {
        const [answer] = await Promise.all([pool.query(select), listener.query('listen something')]);
        pids.add(answer.rows[0].pid);
      }
      assert.equal(pids.size, 3);
      assert.deepEqual((await listener.query(select)).rows, first.rows);
      listener.release();
      await until(() => pool.totalCount === 0);
    } finally {
      await pool.end();
      await dropDatabase(url);
    }
  });

  it('is used again until then', async () => {
    const url = await createDatabase();
    const pool = createPool({ url, size: 2, name: 'muster test lifetime' });
    try {
      const pids = new Set<number>();
      for (let turn = 0; turn < 3; turn += 1)
        pids.add((await pool.query('select pg_backend_pid() as pid')).rows[0].pid);
      assert.equal(pids.size, 1);
    } finally {
      await pool.end();
      await dropDatabase(url);
    }
  });
});

describe('the connection that the queue listens on', () => {
  for (const kind of ['the pool itself', 'a pool behind a pooler'])
    it(`can be released twice, and is used again: ${kind}`, async () => {
      const url = await createDatabase();
      const options = { url, size: 1, name: 'muster test listener' };
      const pool = createPool(options);
      const listeners = kind === 'the pool itself' ? pool : createPool(options);
      const queue = queuePool(pool, listeners);
      try {
        for (let time = 1; time <= 2; time += 1) {
          await new Promise<void>((resolve, reject) => {
            queue.connect((error, client, release) => {
              if (!client) return reject(error);
              client.query('listen something').then(() => {
                release();
                release();
                resolve();
              }, reject);
            });
          });
        }
        assert.deepEqual((await queue.query('select 1 as one')).rows, [{ one: 1 }]);
        assert.equal(listeners.totalCount, 1);
        assert.equal(listeners.idleCount, 1);
      } finally {
        await pool.end();
        if (listeners !== pool) await listeners.end();
        await dropDatabase(url);
      }
    });
});

describe('a server that is gone without a word', () => {
  it('loses the connections that wait for its answer, and the pool reconnects', async () => {
    const url = await createDatabase();
    const wire = await layWire(url);
    const pool = createPool({ url: wire.url, size: 1, name: 'muster test silence', sweepMs: 20 });
    try {
      await pool.query('select 1');
      wire.silence();
      await assert.rejects(pool.query('select 1'), (error) => classifyFailure(error) === 'unavailable');
      assert.equal((await pool.query('select 1 as one')).rows[0].one, 1);
    } finally {
      await pool.end();
      await dropDatabase(url);
    }
  });
});
