import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiProblem, isPassing, isWorthAnotherRead, pauseMs, problemOf, Unreachable } from './problem.ts';

const busy = (seconds?: number) => new ApiProblem(429, { code: 'rate_limited' }, seconds);

describe('a read that failed', () => {
  it('is tried again after a 429, when the service says so, and more often than after a failure', async () => {
    const headers = { 'retry-after': '7' };
    const problem = await problemOf(new Response('{"code":"rate_limited"}', { status: 429, headers }));
    assert.ok(isPassing(problem));
    assert.equal(pauseMs(0, problem), 7_000);
    assert.ok(isWorthAnotherRead(5, problem));
    assert.ok(!isWorthAnotherRead(6, problem));
    assert.ok(isWorthAnotherRead(1, new ApiProblem(503, {})));
    assert.ok(!isWorthAnotherRead(2, new ApiProblem(503, {})));
  });

  it('is shown as refused where the wait would be long, and where the answer is final', () => {
    assert.ok(!isPassing(busy(31)));
    assert.ok(isPassing(busy()));
    assert.ok(!isPassing(new ApiProblem(403, { code: 'forbidden' })));
  });

  it('waits longer with each failure where no one says how long', () => {
    assert.deepEqual(
      [0, 1, 2, 9].map((failures) => pauseMs(failures, new Unreachable())),
      [1_000, 2_000, 4_000, 30_000],
    );
  });
});
