import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiProblem, Unreachable } from '../../../api/problem.ts';
import type { Entry } from './deliver.ts';
import { canTryAgain, type DeskTransport, deliver, deliverAll, type Refusal } from './deliver.ts';

const entry = (nonce: string, organizationId = 1): Entry => ({
  nonce,
  organizationId,
  shiftId: 1,
  action: 'checkin',
  at: '2026-11-14T09:00:00Z',
  userId: nonce.charCodeAt(0),
  code: undefined,
  by: 1,
  holdMs: 0,
  refusal: undefined,
});
const entries = (nonces: string) => [...nonces].map((nonce) => entry(nonce));

/** A service that refuses, or fails on, every batch that holds one of these. */
function service(bad: string, problem: () => Error) {
  const finished = new Map<string, Refusal | undefined>();
  const batches: string[] = [];
  const transport: DeskTransport = {
    async post(batch) {
      batches.push(batch.map(({ nonce }) => nonce).join(''));
      if (batch.some(({ nonce }) => bad.includes(nonce))) throw problem();
      return batch.map(({ nonce }) => ({
        nonce,
        success: true,
        repeated: false,
        changed: true,
        attendance: null,
        error: null,
      }));
    },
    async finish({ nonce }, refusal) {
      finished.set(nonce, refusal);
    },
  };
  return { transport, finished, batches };
}

describe('the queue of a desk', () => {
  it('splits a batch that is refused until the bad entry stands alone', async () => {
    const invalid = () =>
      new ApiProblem(400, {
        code: 'validation_failed',
        detail: 'no',
        errors: [{ path: 'code', code: 'invalid', message: 'no', params: {} }],
      });
    const { transport, finished, batches } = service('f', invalid);
    await deliver(entries('abcdefgh'), transport);
    assert.deepEqual([...finished.keys()].join(''), 'abcdefgh', 'all are finished, in their order');
    assert.deepEqual(finished.get('f'), { code: 'validation_failed', reason: 'invalid', detail: 'no' });
    assert.equal([...finished.values()].filter((refusal) => refusal !== undefined).length, 1);
    assert.deepEqual(batches, ['abcdefgh', 'abcd', 'efgh', 'ef', 'e', 'f', 'gh']);
  });

  it('refuses all at once when the access is gone', async () => {
    const { transport, finished, batches } = service('abc', () => new ApiProblem(403, { code: 'forbidden' }));
    await deliver(entries('abc'), transport);
    assert.equal(batches.length, 1);
    assert.deepEqual(
      [...finished.values()].map((refusal) => refusal?.code),
      ['forbidden', 'forbidden', 'forbidden'],
    );
  });

  it('keeps everything while the service is away, busy or does not know who asks', async () => {
    const passing = [
      new Unreachable(),
      new ApiProblem(401, { code: 'unauthenticated' }),
      new ApiProblem(429, { code: 'rate_limited' }),
      new ApiProblem(503, { code: 'overloaded' }),
      new ApiProblem(409, { code: 'idempotency_in_flight' }),
    ];
    for (const problem of passing) {
      const { transport, finished } = service('b', () => problem);
      await assert.rejects(deliver(entries('abc'), transport), problem);
      assert.equal(finished.size, 0);
    }
  });

  it('goes on past an entry that the service fails on', async () => {
    const { transport, finished } = service('b', () => new ApiProblem(500, {}));
    await assert.rejects(deliver(entries('abcde'), transport));
    assert.deepEqual([...finished.keys()].join(''), 'acde', 'the bad one waits, the others are in');
    const down = service('abcdefgh', () => new ApiProblem(500, {}));
    await assert.rejects(deliver(entries('abcdefgh'), down.transport));
    assert.ok(down.batches.length <= 4, 'a service that is broken is not asked for each entry');
  });

  it('does not take an answer that is missing for a success', async () => {
    const { transport, finished } = service('', () => new Error());
    const short: DeskTransport = {
      ...transport,
      post: async (batch) => (await transport.post(batch)).slice(0, 1),
    };
    await assert.rejects(deliver(entries('ab'), short));
    assert.deepEqual([...finished.keys()], ['a']);
  });

  it('sends to every organization, whatever happens at the first', async () => {
    const { transport, finished } = service('a', () => new ApiProblem(503, {}));
    await assert.rejects(deliverAll([entry('a', 1), entry('b', 2)], transport, 100));
    assert.deepEqual([...finished.keys()], ['b']);
  });

  it('sends again what can still succeed', () => {
    const of = (code: string, reason: string) => canTryAgain({ code, reason, detail: '' });
    assert.equal(of('validation_failed', 'expired'), false);
    assert.equal(of('policy_conflict', 'not_registered'), true);
    assert.equal(of('brand_new', ''), true);
  });
});
