import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { PoolClient } from 'pg';
import { freshDatabase } from '#test/database.ts';
import { until } from '#test/until.ts';
import { KeptClient } from './kept-client.ts';
import { breakConnections, createPool } from './pool.ts';

const { url } = await freshDatabase();
const pool = createPool({ url, size: 2, name: 'kept-client' });
after(() => pool.end());

class Broken extends Error {}
const kept = new KeptClient(pool, (error) => error instanceof Broken);
const same = async (client: PoolClient) => client;
const isGivenBack = () => pool.idleCount === pool.totalCount;

describe('a kept client', () => {
  it('is the same for questions that follow each other or come at once, and goes back when none comes', async () => {
    const first = await kept.use(same);
    assert.equal(pool.idleCount, pool.totalCount - 1);
    const others = await Promise.all([kept.use(same), kept.use(same)]);
    assert.ok(others.every((client) => client === first));
    await until(isGivenBack);
    await kept.use(same);
    await until(isGivenBack);
  });

  it('goes back after some time, however many questions follow', async () => {
    let given = 0;
    const count = () => (given += 1);
    pool.on('release', count);
    await until(async () => {
      await kept.use((client) => client.query('select 1'));
      return given > 0;
    });
    pool.off('release', count);
    await until(isGivenBack);
  });

  it('goes back at once when others wait for a connection', async () => {
    const question = kept.use((client) => client.query('select 1'));
    const own = await pool.connect();
    const other = pool.connect();
    await question;
    for (const client of [own, await other]) client.release();
    assert.ok(isGivenBack());
  });

  it('goes back after a failure, and is given to no one else if the failure says so', async () => {
    const first = await kept.use(same);
    const removed: PoolClient[] = [];
    pool.on('remove', (client) => removed.push(client));
    const failing = (error: Error) => kept.use(() => Promise.reject(error));
    await assert.rejects(failing(new Error('a question that failed')));
    assert.ok(isGivenBack());
    assert.equal(removed.length, 0);
    assert.equal(await kept.use(same), first);
    await assert.rejects(failing(new Broken()), Broken);
    await until(() => removed.includes(first));
    assert.notEqual(await kept.use(same), first);
    await until(isGivenBack);
  });

  it('is another one for the question after the one that its connection broke under', async () => {
    const holder = await pool.connect();
    await holder.query('select pg_advisory_lock(1)');
    const waiting = kept.use((client) => client.query('select pg_advisory_lock(1)'));
    const client = await kept.use(same);
    breakConnections(pool);
    await assert.rejects(waiting);
    holder.release(true);
    assert.notEqual(await kept.use(same), client);
    const { rows } = await kept.use((other) => other.query('select 1 as one'));
    assert.deepEqual(rows, [{ one: 1 }]);
    await until(isGivenBack);
  });

  it('fails with the connection that can’t be opened, and asks for another one the next time', async () => {
    const connect = pool.connect;
    pool.connect = async () => {
      throw new Error('no connection');
    };
    await assert.rejects(Promise.all([kept.use(same), kept.use(same)]), /no connection/);
    pool.connect = connect;
    await kept.use(same);
    await until(isGivenBack);
  });
});
