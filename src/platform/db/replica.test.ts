import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pool } from 'pg';
import { until } from '#test/until.ts';
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
    const said = { primary: { position: '0/10', timeline: 1 }, replica: { position: '0/10', timeline: 1 } };
    let samples = 0;
    let isSilent = false;
    const pools = {
      primary: { query: async () => ({ rows: [said.primary] }) } as unknown as Pool,
      replica: {
        query: async () => {
          samples += 1;
          return isSilent ? await new Promise(() => {}) : { rows: [said.replica] };
        },
      } as unknown as Pool,
    };
    const replica = watchReplica(pools, pools.replica);
    t.after(() => replica.stop());
    const where = () => (readPool.getStore() ? 'replica' : 'primary');
    return {
      said,
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
    const { said, read, moreSamples } = serve(t);
    await until(async () => (await read()) === 'replica');
    said.primary = { position: '0/20', timeline: 2 };
    said.replica = { position: '0/30', timeline: 1 };
    await moreSamples(2);
    assert.equal(await read(), 'primary');
    said.replica = { position: '0/20', timeline: 2 };
    await until(async () => (await read()) === 'replica');
  });
});
