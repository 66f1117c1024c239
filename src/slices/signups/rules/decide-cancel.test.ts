import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { at, coordinator, freeShift, freeSignup } from '#test/signup-facts.ts';
import { type CancelFacts, decideCancel } from './decide-cancel.ts';
import { defaultPolicies } from './policies.ts';

const cancel: CancelFacts = {
  now: at('2026-06-01T12:00'),
  shift: freeShift,
  registration: { status: 'active' },
  policies: defaultPolicies,
  actor: freeSignup.actor,
};
const late = { ...cancel, now: at('2026-06-09T09:00') };
const strict = { ...defaultPolicies, allow_late_cancellation: false };

function summary(facts: CancelFacts): readonly string[] {
  const decision = decideCancel(facts);
  return decision.outcome === 'refuse' ? decision.blockers.map(({ code }) => code) : decision.flags;
}

describe('deciding a cancellation', () => {
  it('lets people go in time without a mark', () => {
    assert.deepEqual(decideCancel(cancel), { outcome: 'cancel', flags: [], passed: [] });
    assert.deepEqual(summary({ ...late, now: at('2026-06-09T08:59') }), []);
  });

  it('allows and flags late ones, unless the organization forbids them', () => {
    assert.deepEqual(summary(late), ['late_cancellation']);
    assert.deepEqual(summary({ ...late, policies: strict }), ['cancel_cutoff']);
    assert.deepEqual(summary({ ...late, policies: strict, actor: coordinator }), [
      'outside_window',
      'late_cancellation',
    ]);
  });

  it('refuses volunteers once the shift has started, with every reason', () => {
    const started = { ...cancel, now: at('2026-06-10T09:00') };
    assert.deepEqual(summary(started), ['shift_started']);
    assert.deepEqual(summary({ ...started, policies: strict }), ['shift_started', 'cancel_cutoff']);
    assert.equal(decideCancel({ ...started, actor: coordinator }).outcome, 'cancel');
  });

  it('never holds anyone on a waitlist, in an offer or on a cancelled shift', () => {
    for (const status of ['waitlisted', 'offered', 'pending_approval'] as const) {
      assert.deepEqual(summary({ ...late, policies: strict, registration: { status } }), []);
    }
    assert.deepEqual(
      summary({ ...late, policies: strict, shift: { ...freeShift, status: 'cancelled' } }),
      [],
    );
  });
});
