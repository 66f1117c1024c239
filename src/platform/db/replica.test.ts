import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pool } from 'pg';
import { createDatabase, dropDatabase } from '#test/database.ts';
import { until } from '#test/until.ts';
import { createPool } from './pool.ts';
import { Freshness, positionOf, readPool, watchReplica } from './replica.ts';

describe('a replica', () => {
  it('is used for what was committed before it was last complete, and no later', () => {
    const freshness = new Freshness();
    freshness.add(1_000, 10n);
    freshness.add(2_000, 20n);
    assert.equal(freshness.isUsable(2_000, 0), false);
    freshness.reached(15n);
    assert.equal(freshness.isUsable(2_500, 900), true);
    assert.equal(freshness.isUsable(2_500, 1_500), false, 'the caller has written since');
    freshness.reached(20n);
    assert.equal(freshness.isUsable(2_500, 1_500), true);
  });

  it('is left out when it lags more than five seconds behind, and used again when it has caught up', () => {
    const freshness = new Freshness();
    freshness.add(0, 10n);
    freshness.reached(10n);
    for (let atMs = 500; atMs <= 20_000; atMs += 500) {
      freshness.add(atMs, BigInt(atMs));
      freshness.reached(10n);
    }
    assert.equal(freshness.isUsable(5_000, 0), true);
    assert.equal(freshness.isUsable(5_001, 0), false);
    freshness.reached(20_000n);
    assert.equal(freshness.isUsable(20_500, 19_900), true);
  });

  it('that did not answer is left out until it is complete again', () => {
    const freshness = new Freshness();
    freshness.add(1_000, 10n);
    freshness.reached(10n);
    freshness.leaveOut();
    assert.equal(freshness.isUsable(1_100, 0), false);
    freshness.add(1_500, 10n);
    freshness.reached(10n);
    assert.equal(freshness.isUsable(1_600, 0), true);
  });

  it('reports its position as PostgreSQL writes it', () => {
    assert.ok(positionOf('2/0') > positionOf('1/FFFFFFFF'));
    assert.equal(positionOf('0/1A'), 26n);
  });
});

describe('reads from a replica', () => {
  /** Servers that say how far they are; a test changes what they say. */
  function serve(t: { after(end: () => void): void }) {
    const said: Record<'primary' | 'replica', { position: string | null; timeline: number | null }> = {
      primary: { position: '0/10', timeline: 1 },
      replica: { position: '0/10', timeline: 1 },
    };
    const problems: string[] = [];
    let samples = 0;
    let isSilent = false;
    let refusal: { readonly of: string; readonly error: Error } | undefined;
    const pools = {
      primary: { query: async () => ({ rows: [said.primary] }) } as unknown as Pool,
      replica: {
        query: async (text: string) => {
          samples += 1;
          if (refusal && text.includes(refusal.of)) throw refusal.error;
          return isSilent ? await new Promise(() => {}) : { rows: [said.replica] };
        },
      } as unknown as Pool,
    };
    const replica = watchReplica(pools, pools.replica, (reason) => problems.push(reason));
    t.after(() => replica.stop());
    const where = () => (readPool.getStore() ? 'replica' : 'primary');
    return {
      said,
      problems,
      refuse: (of: string) => {
        refusal = { of, error: Object.assign(new Error(`permission denied for ${of}`), { code: '42501' }) };
      },
      replica,
      where,
      read: () => replica.read(0, async () => where()),
      silence: () => {
        isSilent = true;
      },
      async moreSamples(count: number) {
        const before = samples;
        await until(() => samples >= before + count);
      },
    };
  }

  it('that conflict with what the primary has cleaned up are repeated there, and others still use the replica', async (t) => {
    const { replica, read, where } = serve(t);
    await until(async () => (await read()) === 'replica');
    const conflict = Object.assign(new Error('canceling statement due to conflict with recovery'), {
      code: '40001',
    });
    const tried: string[] = [];
    const answer = await replica.read(0, async () => {
      tried.push(where());
      if (where() === 'replica') throw conflict;
      return 'rows';
    });
    assert.equal(answer, 'rows');
    assert.deepEqual(tried, ['replica', 'primary']);
    assert.equal(await read(), 'replica');
  });

  it('that take long are waited for, until the replica no longer says how far it is', async (t) => {
    const { replica, read, where, silence, moreSamples } = serve(t);
    await until(async () => (await read()) === 'replica');
    const tried: string[] = [];
    const never = replica.read(0, async () => {
      tried.push(where());
      return where() === 'replica' ? await new Promise<string>(() => {}) : 'rows';
    });
    await moreSamples(6);
    assert.deepEqual(tried, ['replica']);
    assert.equal(await read(), 'replica');
    silence();
    assert.equal(await never, 'rows');
    assert.equal(await read(), 'primary');
  });

  it('go to the primary while the replica is on another timeline, however far it is', async (t) => {
    const { said, problems, read, moreSamples } = serve(t);
    await until(async () => (await read()) === 'replica');
    said.primary = { position: '0/20', timeline: 2 };
    said.replica = { position: '0/30', timeline: 1 };
    await moreSamples(2);
    assert.equal(await read(), 'primary');
    assert.deepEqual(problems, ['its timeline is 1, and that of the primary 2']);
    said.replica = { position: '0/20', timeline: 2 };
    await until(async () => (await read()) === 'replica');
  });

  it('use the replica where its control file is refused, and say what else is missing', async (t) => {
    const { said, problems, refuse, read, moreSamples } = serve(t);
    refuse('pg_control_checkpoint');
    await until(async () => (await read()) === 'replica');
    assert.deepEqual(problems, []);
    said.replica = { position: '0/10', timeline: null };
    await moreSamples(3);
    assert.equal(await read(), 'primary');
    assert.deepEqual(problems, ['its timeline is unknown: the role pg_read_all_stats is needed']);
  });

  it('go to the primary if the other server is no standby, or refuses to answer, and say so once', async (t) => {
    const { said, problems, refuse, read, moreSamples } = serve(t);
    said.replica = { position: null, timeline: 1 };
    await moreSamples(3);
    refuse('pg_last_wal_replay_lsn');
    await moreSamples(3);
    assert.equal(await read(), 'primary');
    assert.deepEqual(problems, ['it is not a standby', 'permission denied for pg_last_wal_replay_lsn']);
  });

  it('don’t wait for connections on which the replica no longer answers', async (t) => {
    const url = await createDatabase();
    const pools = [1, 2, 1].map((size) => createPool({ url, size, name: 'muster test silence' }));
    const [watching, reading, other] = pools as [Pool, Pool, Pool];
    const holder = await other.connect();
    await holder.query('select pg_advisory_lock(7)');
    let isSilent = false;
    const hangs = pools.map((pool) => {
      const query: Pool['query'] = pool.query.bind(pool);
      return () => query('select pg_advisory_lock(7)');
    });
    const answer = { rows: [{ position: '0/10', timeline: 1 }] };
    const replica = watchReplica(
      {
        primary: { query: async () => answer } as unknown as Pool,
        replica: Object.assign(watching, { query: async () => (isSilent ? await hangs[0]?.() : answer) }),
      },
      reading,
    );
    t.after(async () => {
      replica.stop();
      holder.release();
      await Promise.all(pools.map((pool) => pool.end()));
      await dropDatabase(url);
    });
    const isRead = () => replica.read(0, async () => readPool.getStore() === reading);
    await until(isRead);
    const hanging = replica.read(0, async () => (readPool.getStore() ? await hangs[1]?.() : 'rows'));
    isSilent = true;
    assert.equal(await hanging, 'rows');
    await until(() => reading.totalCount === 0);
    isSilent = false;
    await until(isRead);
    // The connection is closed, which takes a moment; one that is kept would wait for the lock for ever.
    await until(() => watching.totalCount === 0);
  });
});
