import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Freshness, positionOf } from './replica.ts';

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
