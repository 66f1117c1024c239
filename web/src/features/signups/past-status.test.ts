import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pastStatus } from './past-status.ts';

describe('a registration for a shift that is over', () => {
  it('says whether the person came', () => {
    const of = (attendance: 'checked_in' | 'checked_out' | 'no_show') =>
      pastStatus({ status: 'active', attendance });
    assert.equal(of('checked_out'), 'came');
    assert.equal(of('checked_in'), 'stillIn');
    assert.equal(of('no_show'), 'missed');
  });

  it('is simply over where no one noted it, and for people who never got a spot', () => {
    for (const status of ['active', 'pending_approval', 'waitlisted', 'offered'] as const)
      assert.equal(pastStatus({ status, attendance: null }), 'over');
  });

  it('stays cancelled', () => {
    assert.equal(pastStatus({ status: 'cancelled', attendance: null }), 'cancelled');
  });
});
