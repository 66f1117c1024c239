import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerInTime } from './in-time.ts';
import { Unreachable } from './problem.ts';

const timeouts = { readMs: 5, changeMs: 5, bodyMs: 5 };
const long = { readMs: 60_000, changeMs: 60_000, bodyMs: 60_000 };
const request = (init?: RequestInit) => new Request('https://muster.example/api/v1/me', init);
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
/** Takes the request and never answers. */
const silent = (_: Request, { signal }: { signal: AbortSignal }) => aborted(signal);
/** Begins to answer and falls silent. */
const stalling = (type: string) => async (_: Request, init: { signal: AbortSignal }) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"items":['));
        init.signal.addEventListener('abort', () => controller.error(init.signal.reason));
      },
    }),
    { headers: { 'content-type': type } },
  );

describe('a request', () => {
  it('is given up when nothing answers, read or change', async () => {
    await assert.rejects(answerInTime(request(), silent, timeouts), Unreachable);
    await assert.rejects(answerInTime(request({ method: 'POST' }), silent, timeouts), Unreachable);
  });

  it('is given up when the answer stops in the middle; a stream may pause', async () => {
    const json = stalling('application/json; charset=utf-8');
    await assert.rejects(answerInTime(request(), json, timeouts), Unreachable);
    const stream = await answerInTime(request(), stalling('text/event-stream'), timeouts);
    assert.equal(stream.status, 200);
  });

  it('can have less time, which counts as no answer; a caller that gives up gets no network error', async () => {
    const impatient = request({ signal: AbortSignal.timeout(5) });
    await assert.rejects(answerInTime(impatient, silent, long), Unreachable);
    const leaving = new AbortController();
    const left = answerInTime(request({ signal: leaving.signal }), silent, long);
    leaving.abort();
    await assert.rejects(left, { name: 'AbortError' });
  });

  it('is answered whole: status, headers and body', async () => {
    const answer = await answerInTime(
      request(),
      async () => Response.json({ code: 'not_found' }, { status: 404, headers: { etag: '"1"' } }),
      long,
    );
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get('etag'), '"1"');
    assert.deepEqual(await answer.json(), { code: 'not_found' });
  });
});
