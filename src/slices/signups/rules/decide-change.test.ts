import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { at, berlin, coordinator, freeShift, freeSignup, other, overrideAll } from '#test/signup-facts.ts';
import { type ChangeFacts, decideChange } from './decide-change.ts';
import { defaultPolicies } from './policies.ts';
import { chooseRole } from './roles.ts';

const currentShift = { ...freeShift, id: 2, start: at('2026-06-10T12:00'), end: at('2026-06-10T16:00') };

const change: ChangeFacts = {
  destination: { ...freeSignup, others: [other('2026-06-10T12:00', '2026-06-10T16:00')] },
  current: { shift: currentShift, roleId: null, status: 'active', policies: defaultPolicies },
  organizationTimeZone: berlin,
};

function rules(facts: ChangeFacts): string[] {
  const decision = decideChange(facts);
  return decision.outcome === 'refuse' ? decision.blockers.map(({ code }) => code) : [];
}

describe('deciding a change', () => {
  it('ignores the time and the hours of the registration that is left', () => {
    assert.deepEqual(decideChange(change), { outcome: 'confirm', flags: [], passed: [] });
    const policies = { ...defaultPolicies, max_hours_per_week: 4 };
    const destination = { ...change.destination, policies, minutesInWeek: 240 };
    assert.deepEqual(rules({ ...change, destination }), []);
    const lastWeek = { ...currentShift, start: at('2026-06-07T12:00'), end: at('2026-06-07T16:00') };
    assert.deepEqual(
      rules({ destination, current: { ...change.current, shift: lastWeek }, organizationTimeZone: berlin }),
      ['hours_per_week'],
    );
  });

  it('stays within one mission, no matter who asks', () => {
    const destination = {
      ...change.destination,
      shift: { ...freeShift, missionId: 9 },
      actor: coordinator,
      override: overrideAll,
    };
    assert.deepEqual(rules({ ...change, destination }), ['different_mission']);
  });

  it('collects the cut-off of the old shift together with the spots of the new one', () => {
    const destination = {
      ...change.destination,
      now: at('2026-06-10T07:00'),
      shift: { ...freeShift, spotsTaken: 10, waitlistCapacity: 5 },
    };
    const current = { ...change.current, policies: { ...defaultPolicies, change_cutoff_hours: 5 } };
    assert.deepEqual(rules({ ...change, destination, current }), ['change_cutoff', 'shift_full']);
  });

  it('refuses volunteers once the old shift has started and flags coordinators', () => {
    const current = { ...change.current, shift: { ...currentShift, start: at('2026-06-01T11:00') } };
    assert.deepEqual(rules({ ...change, current }), ['shift_started']);
    const destination = { ...change.destination, actor: coordinator };
    const decision = decideChange({ ...change, current, destination });
    assert.deepEqual(decision.outcome === 'refuse' ? [] : decision.flags, ['outside_window']);
  });

  it('changes the role on a full shift, for its own spot is free again', () => {
    const role = { id: 5, key: 'driver', name: 'Driver', capacity: 1, spotsTaken: 0 };
    const shift = { ...freeShift, spotsTaken: 10 };
    const current = { ...change.current, shift, roleId: 4 };
    const destination = { ...freeSignup, shift, role, existing: { status: 'active' as const } };
    assert.deepEqual(rules({ ...change, current, destination }), []);
    assert.deepEqual(rules({ ...change, current: { ...current, roleId: 5 }, destination }), [
      'already_registered',
    ]);
  });

  it('refuses a destination on which the person is registered already', () => {
    const destination = { ...change.destination, existing: { status: 'waitlisted' as const } };
    assert.deepEqual(rules({ ...change, destination }), ['already_registered']);
  });
});

describe('choosing a role', () => {
  const roles = [
    { id: 1, key: 'driver' },
    { id: 2, key: 'cook' },
  ];

  it('takes an id, a key, both when they agree, or neither', () => {
    assert.equal(chooseRole(roles, { roleId: 2 }).role?.key, 'cook');
    assert.equal(chooseRole(roles, { roleKey: 'driver' }).role?.id, 1);
    assert.equal(chooseRole(roles, { roleId: 2, roleKey: 'cook' }).role?.id, 2);
    assert.deepEqual(chooseRole(roles, {}), { role: null, error: null });
  });

  it('refuses what disagrees or does not exist', () => {
    assert.equal(chooseRole(roles, { roleId: 2, roleKey: 'driver' }).error?.code, 'role_mismatch');
    assert.equal(chooseRole(roles, { roleId: 3 }).error?.path, 'role_id');
    assert.equal(chooseRole(roles, { roleKey: 'x' }).error?.path, 'role_key');
  });
});
