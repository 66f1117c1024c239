import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resultOf } from './sign-up-result.ts';

type Items = Parameters<typeof resultOf>[0];

const item = (user_id: number, status: string, waitlist_position: number | null = null) =>
  ({
    user_id,
    success: true,
    registration: { id: user_id * 10, status, waitlist_position },
    error: null,
  }) as unknown as Items[number];

describe('signing people up for them', () => {
  it('tells a spot from a place on the waitlist, from waiting for approval, and from a no', () => {
    const refused = {
      user_id: 4,
      success: false,
      registration: null,
      error: { code: 'schedule_conflict', detail: 'Overlap.', errors: [] },
    } as Items[number];
    const names = new Map([
      [1, 'Ada'],
      [2, 'Bea'],
      [3, 'Cleo'],
      [4, 'Dan'],
    ]);
    const result = resultOf(
      [item(1, 'active'), item(2, 'waitlisted', 4), item(3, 'pending_approval'), refused],
      names,
    );
    assert.deepEqual(result.confirmed, [{ userId: 1, name: 'Ada' }]);
    assert.deepEqual(result.pending, [{ userId: 3, name: 'Cleo' }]);
    assert.deepEqual(result.waiting, [{ userId: 2, name: 'Bea', id: 20, position: 4 }]);
    assert.deepEqual(
      result.refused.map(({ name, error }) => [name, error.code]),
      [['Dan', 'schedule_conflict']],
    );
  });
});
