import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { itemProblem } from '#platform/http/problem.ts';
import { languages } from '#platform/language/index.ts';
import { at, berlin, freeShift, freeSignup } from '#test/signup-facts.ts';
import '../messages/index.ts';
import { refusalOf } from './blocker.ts';
import { decideSignup } from './decide.ts';
import { decideChange } from './decide-change.ts';
import { holdsSpot, type SignupFacts } from './facts.ts';
import { defaultPolicies } from './policies.ts';

const statuses = ['active', 'pending_approval', 'waitlisted', 'offered', 'cancelled'] as const;
const hour = fc.integer({ min: -48, max: 48 });
const spotLimit = fc.option(fc.integer({ min: 1, max: 4 }));
const flag = fc.boolean();

const others = fc.array(
  fc
    .record({ from: hour, hours: fc.integer({ min: 1, max: 12 }), status: fc.constantFrom(...statuses) })
    .map(({ from, hours, status }) => {
      const start = freeShift.start.add({ hours: from });
      return { shiftId: 2, organizationId: 1, start, end: start.add({ hours }), status };
    }),
  { maxLength: 4 },
);

const override = fc.option(
  fc.record({
    reason: fc.constantFrom('Needed', ''),
    policy: flag,
    availability: flag,
    requirements: flag,
    capacity: flag,
  }),
);

const signups: fc.Arbitrary<SignupFacts> = fc
  .record({
    hoursLeft: fc.integer({ min: -10, max: 400 }),
    status: fc.constantFrom(
      'published' as const,
      'published' as const,
      'draft' as const,
      'cancelled' as const,
    ),
    capacity: spotLimit,
    spotsTaken: fc.nat(4),
    waitlistCapacity: fc.option(fc.nat(3)),
    waitlisted: fc.nat(3),
    waitlistFirst: fc.constant(false),
    requiresApproval: flag,
    role: fc.option(fc.record({ capacity: spotLimit, spotsTaken: fc.nat(4) })),
    others,
    existing: fc.option(fc.record({ status: fc.constantFrom(...statuses) })),
    rest: fc.constantFrom(0, 600),
    isCoordinator: flag,
    needsForm: flag,
    override,
  })
  .map((any) => ({
    ...freeSignup,
    now: freeShift.start.subtract({ hours: any.hoursLeft }),
    shift: {
      ...freeShift,
      ...pick(any, 'status', 'capacity', 'spotsTaken', 'waitlistCapacity', 'waitlisted', 'requiresApproval'),
    },
    role: any.role && { id: 4, key: 'driver', name: 'Driver', ...any.role },
    others: any.others,
    existing: any.existing,
    policies: { ...defaultPolicies, min_rest_minutes: any.rest, signup_opens_days: 10 },
    requirements: { ...freeSignup.requirements, forms: any.needsForm ? [{ id: 1, name: 'Waiver' }] : [] },
    actor: { isCoordinator: any.isCoordinator, isSelf: true },
    override: any.override,
  }));

function pick<T, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
}

type Spots = { readonly capacity: number | null; readonly spotsTaken: number };
const hasSpot = (spots: Spots | null) =>
  !spots || spots.capacity === null || spots.spotsTaken < spots.capacity;

function overlaps({ shift, others: taken }: SignupFacts): boolean {
  const [from, until] = [shift.start.epochMilliseconds, shift.end.epochMilliseconds];
  return taken.some(
    (one) => holdsSpot(one.status) && one.start.epochMilliseconds < until && one.end.epochMilliseconds > from,
  );
}

/** Each adds one more obstacle to whatever facts it is given. */
const obstacles: readonly ((facts: SignupFacts) => SignupFacts)[] = [
  (facts) => ({ ...facts, shift: { ...facts.shift, status: 'cancelled' } }),
  (facts) => ({ ...facts, existing: { status: 'active' } }),
  (facts) => ({ ...facts, others: [...facts.others, { ...freeShift, shiftId: 9, status: 'active' }] }),
  (facts) => ({ ...facts, shift: { ...facts.shift, capacity: 1, spotsTaken: 1, waitlistCapacity: 0 } }),
  (facts) => ({ ...facts, now: facts.shift.start }),
  (facts) => ({ ...facts, policies: { ...facts.policies, max_hours_per_week: 0 } }),
  (facts) => ({ ...facts, requirements: { ...facts.requirements, profileFields: ['phone'] } }),
  (facts) => ({ ...facts, requirements: { ...facts.requirements, badges: [{ id: 8, name: 'First aid' }] } }),
  (facts) => ({
    ...facts,
    person: {
      ...facts.person,
      availability: {
        timeZone: berlin,
        weekly: [{ weekday: 7, from: '09:00', until: '10:00' }],
        exceptions: [],
      },
    },
  }),
];

describe('whatever the facts of a sign-up', () => {
  it('never turns a refusal into a yes when there is one more reason against it', () => {
    fc.assert(
      fc.property(signups, fc.constantFrom(...obstacles), (facts, obstacle) => {
        if (decideSignup(facts).outcome === 'refuse')
          assert.equal(decideSignup(obstacle(facts)).outcome, 'refuse');
      }),
    );
  });

  it('gives people a spot only where one is free and no time is taken twice', () => {
    fc.assert(
      fc.property(signups, (facts) => {
        const { outcome } = decideSignup(facts);
        if (outcome === 'refuse') return;
        assert.ok(!overlaps(facts));
        assert.notEqual(facts.shift.status, 'cancelled');
        assert.ok(!facts.existing || facts.existing.status === 'cancelled');
        const overbooks =
          facts.actor.isCoordinator && facts.override?.capacity && facts.override.reason !== '';
        if (outcome === 'waitlist') assert.ok(!hasSpot(facts.shift) || !hasSpot(facts.role));
        else if (!overbooks) assert.ok(hasSpot(facts.shift) && hasSpot(facts.role));
      }),
      { numRuns: 500 },
    );
  });

  it('reports all independent obstacles together', () => {
    const alone = obstacles.map((obstacle) => rulesOf(obstacle(freeSignup)));
    fc.assert(
      fc.property(fc.subarray([...obstacles.keys()], { minLength: 1 }), (chosen) => {
        const facts = chosen.reduce((so, index) => obstacles[index]?.(so) ?? so, freeSignup);
        assert.deepEqual(rulesOf(facts).sort(), chosen.flatMap((index) => alone[index] ?? []).sort());
      }),
    );
  });

  it('can put every refusal into words', () => {
    fc.assert(
      fc.property(signups, (facts) => {
        const decision = decideSignup(facts);
        if (decision.outcome !== 'refuse') return;
        for (const about of [undefined, 'Ada']) {
          const refusal = refusalOf(decision.blockers, about);
          assert.equal(refusal.errors.length, decision.blockers.length);
          for (const language of languages) {
            const { detail, errors } = itemProblem(refusal, language);
            assert.equal(errors[0]?.message, detail);
            for (const { message } of errors) assert.doesNotMatch(message, /null|undefined|NaN|[{}]|^$/);
          }
        }
      }),
    );
  });

  it('refuses a change to a shift on which a sign-up would not get a spot', () => {
    const shift = { ...freeShift, id: 77, start: at('2027-01-01T09:00'), end: at('2027-01-01T10:00') };
    const current = { shift, roleId: null, status: 'active' as const, policies: defaultPolicies };
    fc.assert(
      fc.property(signups, (destination) => {
        const signup = decideSignup(destination).outcome;
        const change = decideChange({ destination, current, organizationTimeZone: berlin }).outcome;
        assert.equal(change, signup === 'waitlist' ? 'refuse' : signup);
      }),
    );
  });
});

function rulesOf(facts: SignupFacts): string[] {
  const decision = decideSignup(facts);
  return decision.outcome === 'refuse' ? decision.blockers.map(({ code }) => code) : [];
}
