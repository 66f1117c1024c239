import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSealer } from './sealer.ts';

const sealer = createSealer('one secret of thirty-two characters or more');
const plain = Buffer.from('shown once');

describe('a sealed value', () => {
  it('opens again, also in another process with the same secret', () => {
    const sealed = sealer.seal('webhook', 'endpoint 1', plain);
    const other = createSealer('one secret of thirty-two characters or more');
    assert.deepEqual(other.open('webhook', 'endpoint 1', sealed), plain);
    assert.ok(!sealed.includes(plain));
  });

  it('is another one each time', () => {
    assert.notDeepEqual(sealer.seal('webhook', 'a', plain), sealer.seal('webhook', 'a', plain));
  });

  it('does not open for another row, another purpose, another secret, or when a bit was changed', () => {
    const sealed = sealer.seal('webhook', 'endpoint 1', plain);
    const stranger = createSealer('another secret of thirty-two characters or more');
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    assert.throws(() => sealer.open('webhook', 'endpoint 2', sealed));
    assert.throws(() => sealer.open('idempotency', 'endpoint 1', sealed));
    assert.throws(() => stranger.open('webhook', 'endpoint 1', sealed));
    assert.throws(() => sealer.open('webhook', 'endpoint 1', changed));
    assert.throws(() => sealer.open('webhook', 'endpoint 1', sealed.subarray(0, 20)));
    assert.throws(
      () => sealer.open('webhook', 'endpoint 1', Buffer.concat([Buffer.of(9), sealed.subarray(1)])),
      /version/,
    );
  });
});

describe('a digest', () => {
  it('is the same for the same value and purpose only', () => {
    assert.deepEqual(sealer.digest('token', 'abc'), sealer.digest('token', 'abc'));
    assert.notDeepEqual(sealer.digest('token', 'abc'), sealer.digest('token', 'abd'));
    assert.notDeepEqual(sealer.digest('token', 'abc'), sealer.digest('device', 'abc'));
  });
});
