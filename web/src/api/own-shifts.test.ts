import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownShifts } from './own-shifts.ts';

describe('the shifts of a person', () => {
  it('say whether they have a spot or only wait, and forget what was cancelled', () => {
    const own = ownShifts([
      { shift_id: 1, status: 'active' },
      { shift_id: 2, status: 'waitlisted' },
      { shift_id: 3, status: 'cancelled' },
      { shift_id: 4, status: 'pending_approval' },
      // Signed up again after cancelling: the newer one counts, in whichever order they come.
      { shift_id: 1, status: 'cancelled' },
    ]);
    assert.deepEqual(
      [...own],
      [
        [1, 'active'],
        [2, 'waitlisted'],
        [4, 'pending_approval'],
      ],
    );
  });
});
