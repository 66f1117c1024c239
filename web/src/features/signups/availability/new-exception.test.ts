import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorIn, isBegun, noException, withException } from './new-exception.ts';

const day = { ...noException, date: '2026-12-24' };

describe('a day that differs', () => {
  it('has both times or none', () => {
    assert.equal(errorIn(day), undefined);
    assert.equal(errorIn({ ...day, from: '09:00' }), 'until');
    assert.equal(errorIn({ ...day, until: '12:00' }), 'from');
    assert.equal(errorIn({ ...day, from: '12:00', until: '09:00' }), 'order');
    assert.equal(errorIn({ ...day, from: '09:00', until: '12:00' }), undefined);
    assert.equal(errorIn({ ...noException, from: '09:00' }), 'date');
  });

  it('is added in the order of the dates, with midnight at the end of the day', () => {
    const later = [{ date: '2026-12-31', available: true }];
    assert.deepEqual(withException(later, { ...day, from: '18:00', until: '00:00' }), [
      { date: '2026-12-24', available: false, from: '18:00', until: '24:00' },
      ...later,
    ]);
    assert.deepEqual(withException([], day), [{ date: '2026-12-24', available: false }]);
  });

  it('is begun as soon as something is typed', () => {
    assert.equal(isBegun(noException), false);
    assert.ok(isBegun({ ...noException, until: '12:00' }));
  });
});
