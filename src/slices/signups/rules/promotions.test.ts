import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { at, berlin } from '#test/signup-facts.ts';
import { choosePromotions, offerExpiry, type PromotionFacts, type WaitlistEntry } from './promotions.ts';

function chosen(facts: Partial<PromotionFacts<WaitlistEntry>>, wishes: readonly (number | null)[]): number[] {
  const waitlist = wishes.map((roleId, index) => ({ registrationId: index + 1, roleId }));
  const all = {
    shift: { capacity: 5, spotsTaken: 3 },
    roles: [],
    waitlist,
    isEligible: () => true,
    ...facts,
  };
  return choosePromotions(all).map(({ registrationId }) => registrationId);
}

describe('choosing promotions', () => {
  it('goes in order until the spots are gone', () => {
    assert.deepEqual(chosen({}, [null, null, null]), [1, 2]);
    assert.deepEqual(chosen({ shift: { capacity: 5, spotsTaken: 6 } }, [null]), []);
    assert.deepEqual(chosen({ shift: { capacity: null, spotsTaken: 6 } }, [null, null]), [1, 2]);
  });

  it('passes over those who are not eligible and those whose role is full', () => {
    const isEligible = ({ registrationId }: WaitlistEntry) => registrationId !== 1;
    assert.deepEqual(chosen({ isEligible }, [null, null, null]), [2, 3]);
    const roles = [
      { id: 1, capacity: 1, spotsTaken: 1 },
      { id: 2, capacity: 1, spotsTaken: 0 },
    ];
    assert.deepEqual(chosen({ roles }, [1, 2, 2, null]), [2, 4]);
  });

  it('never gives more spots than there are, and never one past an eligible person ahead', () => {
    const spots = fc.record({
      capacity: fc.integer({ min: 0, max: 6 }),
      spotsTaken: fc.integer({ min: 0, max: 6 }),
    });
    const wishes = fc.array(fc.constantFrom(null, 1), { maxLength: 12 });
    fc.assert(
      fc.property(spots, spots, wishes, (shift, role, list) => {
        const got = chosen({ shift, roles: [{ id: 1, ...role }] }, list);
        assert.ok(got.length <= Math.max(0, shift.capacity - shift.spotsTaken));
        const inRole = got.filter((id) => list[id - 1] === 1);
        assert.ok(inRole.length <= Math.max(0, role.capacity - role.spotsTaken));
        const ahead = list.flatMap((wish, index) => (wish === null ? [index + 1] : []));
        const withoutRole = got.filter((id) => list[id - 1] === null);
        assert.deepEqual(withoutRole, ahead.slice(0, withoutRole.length));
      }),
    );
  });
});

describe('the time to accept an offer', () => {
  const expiry = (now: string, start: string) =>
    offerExpiry(at(now), at(start), berlin).toZonedDateTimeISO(berlin).toPlainDateTime().toString();

  it('shrinks as the shift comes nearer and ends with its start', () => {
    assert.equal(expiry('2026-06-01T10:00', '2026-06-10T09:00'), '2026-06-02T10:00:00');
    assert.equal(expiry('2026-06-08T09:00', '2026-06-10T09:00'), '2026-06-09T09:00:00');
    assert.equal(expiry('2026-06-08T09:01', '2026-06-10T09:00'), '2026-06-08T11:01:00');
    assert.equal(expiry('2026-06-10T00:00', '2026-06-10T09:00'), '2026-06-10T00:30:00');
    assert.equal(expiry('2026-06-10T08:45', '2026-06-10T09:00'), '2026-06-10T09:00:00');
    assert.equal(expiry('2026-06-09T23:30', '2026-06-10T01:00'), '2026-06-10T01:00:00');
  });
});
