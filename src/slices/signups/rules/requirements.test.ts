import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { at, coordinator, freeShift, freeSignup, other, overrideAll } from '#test/signup-facts.ts';
import { decideSignup } from './decide.ts';
import type { SignupFacts } from './facts.ts';
import { defaultPolicies, mergePolicies } from './policies.ts';

function rules(changes: Partial<SignupFacts>): string[] {
  const decision = decideSignup({ ...freeSignup, ...changes });
  return decision.outcome === 'refuse' ? decision.blockers.map(({ code }) => code) : [];
}

function born(date: string): Pick<SignupFacts, 'person'> {
  return { person: { ...freeSignup.person, dateOfBirth: Temporal.PlainDate.from(date) } };
}

describe('requirements', () => {
  const requirements = {
    profileFields: ['phone'],
    forms: [{ id: 1, name: 'Waiver' }],
    badges: [{ id: 2, name: 'First aid' }],
    journeys: [{ id: 3, name: 'Welcome' }],
    minimumAge: 16,
  };

  it('lists everything that is missing, the unknown date of birth too', () => {
    assert.deepEqual(rules({ requirements }), [
      'missing_profile_field',
      'missing_profile_field',
      'missing_form',
      'missing_badge',
      'missing_journey',
    ]);
  });

  it('blocks without a name when the organization has no such item', () => {
    const forms = [{ id: 1, name: null }];
    assert.deepEqual(rules({ requirements: { ...freeSignup.requirements, forms } }), ['requirement_gone']);
  });

  it('is content when all is there, and with an override when it is not', () => {
    const person = { ...born('2000-01-01').person, profileFields: ['phone'] };
    assert.deepEqual(
      rules({ requirements, person, fulfilled: { forms: [1], badges: [2], journeys: [3] } }),
      [],
    );
    assert.deepEqual(rules({ requirements, actor: coordinator, override: overrideAll }), []);
    assert.equal(rules({ requirements, actor: coordinator }).length, 5);
  });

  it('takes the age on the local day of the shift', () => {
    const only = { requirements: { ...freeSignup.requirements, minimumAge: 16 } };
    assert.deepEqual(rules({ ...only, ...born('2010-06-11') }), ['minimum_age']);
    assert.deepEqual(rules({ ...only, ...born('2010-06-10') }), []);
  });

  it('takes the age of the old year where the new one has not begun', () => {
    const policies = mergePolicies({ minors: { night_from: null } }, null);
    const only = { policies, requirements: { ...freeSignup.requirements, minimumAge: 16 } };
    const start = Temporal.Instant.from('2027-01-01T02:00:00Z');
    const shift = { ...freeShift, start, end: start.add({ hours: 2 }) };
    const inZone = (timeZone: string) => ({ ...only, shift: { ...shift, timeZone } });
    for (const [date, here, there] of [
      ['2009-12-31', [], []],
      ['2010-12-31', [], []],
      ['2011-01-01', [], ['minimum_age']],
      ['2011-01-02', ['minimum_age'], ['minimum_age']],
    ] as const) {
      assert.deepEqual(rules({ ...inZone('UTC'), ...born(date) }), here, date);
      assert.deepEqual(rules({ ...inZone('America/New_York'), ...born(date) }), there, date);
    }
  });
});

describe('limits of work', () => {
  it('adds the shift to the hours of the week', () => {
    const policies = { ...defaultPolicies, max_hours_per_week: 10 };
    assert.deepEqual(rules({ policies, minutesInWeek: 360 }), []);
    assert.deepEqual(rules({ policies, minutesInWeek: 361 }), ['hours_per_week']);
  });

  it('keeps known minors, and only them, from the night', () => {
    const minor = born('2010-01-01');
    const shift = (from: string, until: string) => ({
      shift: { ...freeShift, start: at(from), end: at(until) },
    });
    const evening = shift('2026-06-10T18:00', '2026-06-10T22:00');
    const late = shift('2026-06-10T18:00', '2026-06-10T22:01');
    const early = shift('2026-06-10T05:59', '2026-06-10T08:00');
    assert.deepEqual(rules({ ...minor, ...evening }), []);
    assert.deepEqual(rules({ ...minor, ...late }), ['minor_at_night']);
    assert.deepEqual(rules({ ...minor, ...early }), ['minor_at_night']);
    assert.deepEqual(rules({ ...minor, ...shift('2026-06-10T06:00', '2026-06-10T08:00') }), []);
    assert.deepEqual(rules({ ...born('2000-01-01'), ...late }), []);
    assert.deepEqual(rules(late), []);
  });

  it('adds up the hours of a day for minors, those of a night split at midnight', () => {
    const minors = { ...defaultPolicies.minors, max_hours_per_day: 6, night_from: null };
    const policies = { ...defaultPolicies, minors };
    const minor = { ...born('2010-01-01'), policies };
    assert.deepEqual(rules({ ...minor, others: [other('2026-06-10T14:00', '2026-06-10T16:00')] }), []);
    assert.deepEqual(rules({ ...minor, others: [other('2026-06-10T14:00', '2026-06-10T16:01')] }), [
      'minor_hours_per_day',
    ]);
    assert.deepEqual(rules({ ...minor, others: [other('2026-06-10T22:00', '2026-06-11T06:00')] }), []);
  });

  it('refuses people under the age of the organization', () => {
    const policies = mergePolicies({ minors: { minimum_age: 14 } }, null);
    assert.deepEqual(rules({ policies, ...born('2013-01-01') }), ['under_age']);
    assert.deepEqual(rules({ policies }), ['missing_profile_field']);
    assert.deepEqual(rules({ policies, ...born('2012-06-10') }), []);
  });
});

describe('policies', () => {
  it('lets the program win, also with null, and leaves the rest as it was', () => {
    const merged = mergePolicies(
      { max_hours_per_week: 20, min_rest_minutes: 30, minors: { max_hours_per_day: 4 } },
      { max_hours_per_week: null, minors: { minimum_age: 12 } },
    );
    assert.equal(merged.max_hours_per_week, null);
    assert.equal(merged.min_rest_minutes, 30);
    assert.deepEqual(merged.minors, {
      minimum_age: 12,
      night_from: '22:00',
      night_until: '06:00',
      max_hours_per_day: 4,
    });
    assert.deepEqual(mergePolicies(null, null), defaultPolicies);
  });

  it('have no rules for minors where the program or the organization sets null', () => {
    const none = { minimum_age: null, night_from: null, night_until: null, max_hours_per_day: null };
    assert.deepEqual(mergePolicies({ minors: null }, null).minors, none);
    assert.deepEqual(mergePolicies({ minors: { minimum_age: 14 } }, { minors: null }).minors, none);
    const own = mergePolicies({ minors: null }, { minors: { minimum_age: 12 } });
    assert.deepEqual(own.minors, { ...none, minimum_age: 12 });
  });
});
