import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasFailedTooLong, healthChanges } from './health.ts';
import { matchEvents, noCapacity, type Subscriber } from './match.ts';
import { mostTries, nextAttempt, retryAfterMs, retryDelaysMs } from './retries.ts';
import { unknownEvents } from './subscriptions.ts';
import { firstWindow, largestWindow, narrow, reach, type Window, widen } from './window.ts';

const nowMs = Date.parse('2026-11-14T09:00:00Z');
const answer = (status: number, retryAfter?: string) => ({ kind: 'answer', status, retryAfter }) as const;
const decide = (status: number, tryNumber = 1, random = 0.5, retryAfter?: string) =>
  nextAttempt({ tryNumber, outcome: answer(status, retryAfter), nowMs, random });

describe('the next attempt', () => {
  it('is none after a 2xx, and only after that', () => {
    for (const status of [200, 201, 202, 204, 299]) assert.equal(decide(status).status, 'succeeded');
    for (const status of [100, 199, 300, 301, 304, 308, 400, 404, 429, 500, 503])
      assert.equal(decide(status).status, 'failed', String(status));
  });

  it('is made at most ten times, over about 75 hours', () => {
    assert.equal(mostTries, 10);
    const hours = retryDelaysMs.reduce((sum, delayMs) => sum + delayMs, 0) / 3_600_000;
    assert.ok(hours > 74 && hours < 76, String(hours));
    assert.equal(decide(500, 9).status, 'failed');
    assert.deepEqual(decide(500, 10), { status: 'given_up', delayMs: null, gone: false });
  });

  it('comes later each time, spread by a tenth either way', () => {
    for (let tryNumber = 1; tryNumber < mostTries; tryNumber += 1) {
      const plain = retryDelaysMs[tryNumber - 1] ?? 0;
      assert.equal(decide(500, tryNumber, 0).delayMs, Math.round(plain * 0.9));
      assert.equal(decide(500, tryNumber, 1).delayMs, Math.round(plain * 1.1));
    }
  });

  it('is never made to a receiver that is gone', () => {
    assert.deepEqual(decide(410), { status: 'given_up', delayMs: null, gone: true });
  });

  it('is made after no answer as after a bad one', () => {
    const decision = nextAttempt({ tryNumber: 1, outcome: { kind: 'error' }, nowMs, random: 0.5 });
    assert.deepEqual(decision, { status: 'failed', delayMs: 5_000, gone: false });
  });

  it('waits as long as Retry-After asks, in seconds or as a date, at most a day', () => {
    assert.equal(decide(503, 1, 0, '120').delayMs, 120_000);
    assert.equal(decide(429, 1, 0, 'Sat, 14 Nov 2026 09:10:00 GMT').delayMs, 600_000);
    assert.equal(decide(503, 1, 0, '999999999').delayMs, 86_400_000);
    // It cannot be hurried: ten tries would be over in a moment.
    assert.equal(decide(503, 4, 0.5, '1').delayMs, 600_000);
  });

  it('does not believe a Retry-After that is none', () => {
    for (const text of [undefined, '', 'soon', '-5', '1e9', 'Sat, 14 Nov 2020 09:10:00 GMT', '12 34'])
      assert.equal(retryAfterMs(text, nowMs), 0, String(text));
  });
});

describe('the health of an endpoint', () => {
  const sign = (endpointId: number, succeeded: boolean, failing = false) => ({
    endpointId,
    succeeded,
    failing,
  });

  it('changes nothing while everything succeeds', () => {
    assert.deepEqual(healthChanges([sign(1, true), sign(2, true), sign(1, true)]), []);
  });

  it('counts failures since the last success', () => {
    const signs = [sign(2, false), sign(1, false), sign(1, true), sign(1, false), sign(2, false)];
    assert.deepEqual(healthChanges(signs), [
      { endpointId: 1, succeeded: true, failures: 1 },
      { endpointId: 2, succeeded: false, failures: 2 },
    ]);
  });

  it('is news when an failing one succeeds', () => {
    assert.deepEqual(healthChanges([sign(1, true, true)]), [{ endpointId: 1, succeeded: true, failures: 0 }]);
  });

  it('is past hope after five days of failures, and never after one failure', () => {
    const days = (count: number) => nowMs - count * 86_400_000;
    const failed = (consecutiveFailures: number, failingSinceMs: number | null) =>
      hasFailedTooLong({ consecutiveFailures, failingSinceMs }, nowMs);
    assert.equal(failed(50, days(4.9)), false);
    assert.equal(failed(50, days(5)), true);
    assert.equal(failed(1, days(6)), false);
    assert.equal(failed(0, null), false);
  });
});

describe('the window of an endpoint', () => {
  it('opens with quick answers, up to a limit, and then lets some wait in line', () => {
    let window: Window = firstWindow;
    assert.equal(reach(window), 4);
    for (let count = 0; count < 100; count += 1) window = widen(window, 5);
    assert.equal(window.size, largestWindow);
    assert.equal(reach(window), 16 * largestWindow);
  });

  it('closes down to one with failures, and to a few with slow answers', () => {
    let window: Window = { size: largestWindow, quick: true };
    assert.equal(reach(widen(window, 2_000)), firstWindow.size);
    for (let count = 0; count < 10; count += 1) window = narrow(window);
    assert.equal(reach(window), 1);
  });
});

describe('a subscription', () => {
  it('to something that never happens is refused with what there is', () => {
    const known = ['shift.signup', 'a.b'];
    const errors = unknownEvents(['shift.signup', 'shift.exploded'], known, (index) => `events.${index}`);
    assert.deepEqual(
      errors.map(({ path, code, params }) => [path, code, params]),
      [['events.1', 'unknown_event', { name: 'shift.exploded', known }]],
    );
  });
});

describe('events', () => {
  const event = (id: string, type: string, organizationId = 1) => ({
    id,
    type,
    organizationId,
    createdAt: '',
    data: {},
  });
  const subscriber = (id: number, events: string[], fields: Partial<Subscriber> = {}): Subscriber => ({
    id,
    organization_id: 1,
    events,
    version: 1,
    failing: false,
    sound: true,
    ...fields,
  });
  const events = [event('a', 'x'), event('b', 'y'), event('c', 'x', 2), event('d', 'x')];

  it('find those who have subscribed, in their own organization', () => {
    const subscribers = [
      subscriber(1, ['x', 'y']),
      subscriber(2, ['y']),
      subscriber(3, ['x'], { organization_id: 2 }),
    ];
    const matches = matchEvents(events, subscribers, noCapacity);
    assert.deepEqual(
      matches.map(({ event: { id }, subscriber: { id: to }, taken }) => [id, to, taken]),
      [
        ['a', 1, false],
        ['b', 1, false],
        ['b', 2, false],
        ['c', 3, false],
        ['d', 1, false],
      ],
    );
  });

  it('are taken as far as the capacity allows, and never for an endpoint whose breaker is open', () => {
    const subscribers = [
      subscriber(1, ['x', 'y']),
      subscriber(2, ['x', 'y'], { sound: false }),
      subscriber(4, ['x']),
    ];
    const takenBy = (capacity: Parameters<typeof matchEvents>[2]) =>
      matchEvents(events, subscribers, capacity)
        .filter(({ taken }) => taken)
        .map(({ event: { id }, subscriber: { id: to } }) => `${id}${to}`);
    assert.deepEqual(takenBy({ total: 9, each: 2, endpointIds: [4], capacities: [1] }), ['a1', 'a4', 'b1']);
    assert.deepEqual(takenBy({ total: 2, each: 9, endpointIds: [], capacities: [] }), ['a1', 'a4']);
  });
});
