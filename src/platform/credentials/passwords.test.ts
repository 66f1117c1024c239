import assert from 'node:assert/strict';
import { argon2Sync, randomBytes } from 'node:crypto';
import { describe, it, mock } from 'node:test';
import { Worker } from 'node:worker_threads';
import { hashPassword, verifyPassword } from './passwords.ts';

function weakHash(password: string, memory = 8_192): string {
  const salt = randomBytes(16);
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce: salt,
    tagLength: 32,
    memory,
    passes: 1,
    parallelism: 1,
  });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=1,p=1$${text(salt)}$${text(tag)}`;
}

describe('a password hash', () => {
  it('says how it was made: argon2id with at least 19 MiB and 2 passes, with a new salt each time', async () => {
    const [one, other] = await Promise.all([hashPassword('secret enough'), hashPassword('secret enough')]);
    const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;
    const [, memory, passes] = form.exec(one) ?? [];
    assert.ok(Number(memory) >= 19 * 1_024 && Number(passes) >= 2, one);
    assert.notEqual(one, other);
  });

  it('fits its password only', async () => {
    const hash = await hashPassword('secret enough');
    assert.deepEqual(await verifyPassword('secret enough', hash), { correct: true, outdated: false });
    assert.equal((await verifyPassword('Secret enough', hash)).correct, false);
    assert.equal((await verifyPassword('', hash)).correct, false);
  });

  it('made with less than today’s cost is still right, and known to be outdated', async () => {
    assert.deepEqual(await verifyPassword('old times', weakHash('old times')), {
      correct: true,
      outdated: true,
    });
  });

  it('that is missing still costs a hash, and no password fits it', async () => {
    const hash = await hashPassword('x'.repeat(20));
    const counted = mock.method(Worker.prototype, 'postMessage');
    const costOf = async (stored: string | null) => {
      counted.mock.resetCalls();
      await verifyPassword('whatever it is', stored);
      return counted.mock.calls.map(({ arguments: [{ nonce: _, ...cost }] }) => cost);
    };
    const known = await costOf(hash);
    assert.equal(known.length, 1);
    assert.deepEqual(await costOf(null), known);
    counted.mock.restore();
    assert.equal((await verifyPassword('', null)).correct, false);
  });
});

describe('a flood of logins', () => {
  it('is hashed by few at a time; beyond a queue the rest are refused at once as busy', async () => {
    const hash = weakHash('water', 512);
    const asked = Array.from({ length: 260 }, () => verifyPassword('flood', hash));
    const results = await Promise.allSettled(asked);
    const busy = results
      .filter(({ status }) => status === 'rejected')
      .map((one) => (one as PromiseRejectedResult).reason);
    assert.ok(busy.length >= 40 && busy.length < 60, `${busy.length} were sent away`);
    for (const reason of busy) assert.deepEqual([reason.code, reason.retryAfterSeconds], ['overloaded', 3]);
    assert.equal((await verifyPassword('water', hash)).correct, true);
  });

  it('leaves the event loop free', async () => {
    const asked = Promise.all(Array.from({ length: 8 }, () => hashPassword('flood')));
    let turns = 0;
    let running = true;
    const watch = (async () => {
      while (running) {
        await new Promise((resolve) => setImmediate(resolve));
        turns += 1;
      }
    })();
    await asked;
    running = false;
    await watch;
    // Hashing on the loop itself would leave it one turn for each hash.
    assert.ok(turns > 24, `${turns} turns`);
  });
});
