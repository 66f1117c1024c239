import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeWindow, dayEnd, dayWindow, isFresh } from './codes.ts';

const at = (text: string) => Temporal.Instant.from(text);

describe('a check-in code', () => {
  it('is good for a minute or two', () => {
    const window = codeWindow(at('2026-11-15T09:00:30Z'));
    assert.ok(isFresh(window, at('2026-11-15T09:01:30Z')));
    assert.ok(!isFresh(window, at('2026-11-15T09:05:00Z')));
  });

  it('that a device keeps for when it is offline is good on its day and past midnight, and no longer', () => {
    const window = dayWindow(at('2026-11-15T09:00:30Z'));
    assert.ok(isFresh(window, at('2026-11-15T23:59:00Z')));
    assert.ok(isFresh(window, at('2026-11-16T02:00:00Z')));
    assert.ok(!isFresh(window, at('2026-11-17T00:00:00Z')));
    assert.ok(!isFresh(window, at('2026-11-14T23:59:00Z')));
    assert.equal(String(dayEnd(window)), '2026-11-17T00:00:00Z');
  });
});
