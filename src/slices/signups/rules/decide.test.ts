import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { itemProblem } from '#platform/http/problem.ts';
import { at, coordinator, freeShift, freeSignup, other, overrideAll } from '#test/signup-facts.ts';
import '../messages/index.ts';
import { signupErrors } from '../errors.ts';
import { refusalOf } from './blocker.ts';
import { type Decision, decideSignup, promotionBlockers } from './decide.ts';
import type { SignupFacts } from './facts.ts';
import { defaultPolicies } from './policies.ts';

function decide(changes: Partial<SignupFacts>): Decision {
  return decideSignup({ ...freeSignup, ...changes });
}

function rules(decision: Decision | ReturnType<typeof decide>): string[] {
  return decision.outcome === 'refuse' ? decision.blockers.map(({ code }) => code) : [];
}

function flags(decision: Decision): readonly string[] {
  return decision.outcome === 'refuse' ? ['refused'] : decision.flags;
}

describe('deciding a sign-up', () => {
  it('confirms if nothing blocks it', () => {
    assert.deepEqual(decide({}), { outcome: 'confirm', flags: [], passed: [] });
  });

  it('asks for approval where the shift does', () => {
    assert.equal(decide({ shift: { ...freeShift, requiresApproval: true } }).outcome, 'await_approval');
  });

  it('puts people on the waitlist of a full shift, also where approval is needed', () => {
    const served = { ...freeShift, waitlistCapacity: 2, waitlisted: 1, waitlistFirst: true };
    assert.equal(decide({ shift: served }).outcome, 'waitlist');
    assert.deepEqual(rules(decide({ shift: { ...served, waitlisted: 2 } })), ['shift_full', 'waitlist_full']);
    const full = { ...freeShift, spotsTaken: 10, waitlistCapacity: 2, waitlisted: 1, requiresApproval: true };
    assert.equal(decide({ shift: full }).outcome, 'waitlist');
    assert.equal(decide({ shift: { ...full, waitlistCapacity: null } }).outcome, 'waitlist');
    assert.deepEqual(rules(decide({ shift: { ...full, waitlisted: 2 } })), ['shift_full', 'waitlist_full']);
    assert.deepEqual(rules(decide({ shift: { ...full, waitlistCapacity: 0 } })), ['shift_full']);
  });

  it('counts the spots of a role only for those who want it', () => {
    const role = { id: 4, key: 'driver', name: 'Driver', capacity: 2, spotsTaken: 2 };
    assert.deepEqual(rules(decide({ role })), ['role_full']);
    assert.equal(decide({ role: { ...role, capacity: null } }).outcome, 'confirm');
    assert.equal(decide({ role: null }).outcome, 'confirm');
    assert.equal(decide({ role, shift: { ...freeShift, waitlistCapacity: 5 } }).outcome, 'waitlist');
  });

  it('opens and closes sign-up for volunteers on the minute', () => {
    const policies = { ...defaultPolicies, signup_opens_days: 7, signup_closes_minutes: 60 };
    assert.deepEqual(rules(decide({ policies, now: at('2026-06-03T08:59') })), ['signup_not_open']);
    assert.equal(decide({ policies, now: at('2026-06-03T09:00') }).outcome, 'confirm');
    assert.equal(decide({ policies, now: at('2026-06-10T07:59') }).outcome, 'confirm');
    assert.deepEqual(rules(decide({ policies, now: at('2026-06-10T08:00') })), ['signup_closed']);
    assert.deepEqual(rules(decide({ policies, now: at('2026-06-10T09:00') })), ['shift_started']);
  });

  it('opens sign-up at the same time on the clock across a daylight-saving change', () => {
    const shift = { ...freeShift, start: at('2026-03-30T09:00'), end: at('2026-03-30T12:00') };
    const policies = { ...defaultPolicies, signup_opens_days: 2 };
    assert.deepEqual(rules(decide({ policies, shift, now: at('2026-03-28T08:59') })), ['signup_not_open']);
    assert.equal(decide({ policies, shift, now: at('2026-03-28T09:00') }).outcome, 'confirm');
  });

  it('lets coordinators past the rules of time and flags it', () => {
    const late = decide({ now: at('2026-06-11T09:00'), actor: coordinator });
    assert.equal(late.outcome, 'confirm');
    assert.deepEqual(flags(late), ['outside_window']);
  });

  it('never gives anyone a spot on a cancelled shift or twice on one, nor over another shift', () => {
    const lifted = { actor: coordinator, override: overrideAll };
    assert.deepEqual(rules(decide({ ...lifted, shift: { ...freeShift, status: 'cancelled' } })), [
      'shift_cancelled',
    ]);
    assert.deepEqual(rules(decide({ ...lifted, existing: { status: 'waitlisted' } })), [
      'already_registered',
    ]);
    const others = [other('2026-06-10T12:59', '2026-06-10T15:00')];
    assert.deepEqual(rules(decide({ ...lifted, others })), ['overlap']);
  });

  it('overlaps only with what holds a spot, and lets shifts touch', () => {
    const inside = ['2026-06-10T10:00', '2026-06-10T11:00'] as const;
    for (const status of ['active', 'pending_approval', 'offered'] as const) {
      assert.deepEqual(rules(decide({ others: [other(...inside, status)] })), ['overlap']);
    }
    assert.equal(decide({ others: [other(...inside, 'waitlisted')] }).outcome, 'confirm');
    assert.equal(decide({ others: [other(...inside, 'cancelled')] }).outcome, 'confirm');
    assert.equal(decide({ others: [other('2026-06-10T13:00', '2026-06-10T15:00')] }).outcome, 'confirm');
  });

  it('asks for the rest time before and after, which an override may shorten', () => {
    const policies = { ...defaultPolicies, min_rest_minutes: 660 };
    const before = [other('2026-06-09T18:00', '2026-06-09T22:01')];
    assert.deepEqual(rules(decide({ policies, others: before })), ['rest_too_short']);
    assert.deepEqual(rules(decide({ policies, others: [other('2026-06-10T23:59', '2026-06-11T02:00')] })), [
      'rest_too_short',
    ]);
    assert.equal(
      decide({ policies, others: [other('2026-06-09T18:00', '2026-06-09T22:00')] }).outcome,
      'confirm',
    );
    const lifted = decide({ policies, others: before, actor: coordinator, override: overrideAll });
    assert.deepEqual(flags(lifted), ['override']);
  });

  it('never says that the rest is as long as the minimum that it misses', () => {
    const policies = { ...defaultPolicies, min_rest_minutes: 30 };
    const decision = decide({ policies, others: [other('2026-06-10T13:29:59', '2026-06-10T15:00')] });
    const [blocker] = decision.outcome === 'refuse' ? decision.blockers : [];
    assert.deepEqual([blocker?.params['rest'], blocker?.params['needed']], [29, 30]);
  });

  it('tells no one but the person which shift they have at another organization', () => {
    const policies = { ...defaultPolicies, min_rest_minutes: 30 };
    const others = [
      { ...other('2026-06-10T10:00', '2026-06-10T11:00'), organizationId: 2 },
      { ...other('2026-06-10T13:10', '2026-06-10T15:00'), organizationId: 2 },
    ];
    const blockersOf = (actor: typeof coordinator) => {
      const decision = decide({ policies, others, actor });
      return decision.outcome === 'refuse' ? decision.blockers : [];
    };
    const told = itemProblem(refusalOf(blockersOf(coordinator), 'Ada'), 'en').errors;
    assert.deepEqual(
      told.map(({ code, params }) => [code, params]),
      [
        ['overlap', { name: 'Ada' }],
        ['rest_too_short', { needed: 30, name: 'Ada' }],
      ],
    );
    assert.match(told[0]?.message ?? '', /^This overlaps a shift that Ada has at another organization\./);
    const own = blockersOf({ isCoordinator: false, isSelf: true });
    assert.deepEqual(
      own.map(({ params }) => params['shift_id']),
      [2, 2],
    );
  });

  it('overbooks only on the flag made for it', () => {
    const shift = { ...freeShift, spotsTaken: 10, waitlistCapacity: 5 };
    const lift = (capacity: boolean) =>
      decide({ shift, actor: coordinator, override: { ...overrideAll, capacity } });
    assert.equal(lift(false).outcome, 'waitlist');
    assert.equal(lift(true).outcome, 'confirm');
    assert.deepEqual(flags(lift(true)), ['override']);
  });

  it('heeds no override from a volunteer, nor one without a reason', () => {
    const shift = { ...freeShift, spotsTaken: 10 };
    assert.deepEqual(rules(decide({ shift, override: overrideAll })), ['shift_full']);
    const override = { ...overrideAll, reason: '  ' };
    assert.deepEqual(rules(decide({ shift, actor: coordinator, override })), ['shift_full']);
  });

  it('checks a waiting person again without asking about the sign-up window', () => {
    const closed = { ...freeSignup, policies: { ...defaultPolicies, signup_opens_days: 1 } };
    assert.deepEqual(promotionBlockers({ ...closed, existing: { status: 'waitlisted' } }), []);
    assert.equal(promotionBlockers({ ...closed, now: at('2026-06-10T09:00') })[0]?.code, 'shift_started');
  });
});

describe('the refusal of a sign-up', () => {
  it('leads with the conflict and lists every reason with its remedy', () => {
    const decision = decide({
      shift: { ...freeShift, spotsTaken: 10 },
      others: [other('2026-06-10T10:00', '2026-06-10T11:00')],
      requirements: {
        ...freeSignup.requirements,
        profileFields: ['phone'],
        forms: [{ id: 3, name: 'Waiver' }],
      },
    });
    assert.equal(decision.outcome, 'refuse');
    const refusal = refusalOf(decision.outcome === 'refuse' ? decision.blockers : []);
    assert.equal(refusal.code, 'schedule_conflict');
    const { errors } = itemProblem(refusal, 'en');
    assert.deepEqual(
      errors.map(({ liftable_by, remedy }) => [liftable_by, remedy?.href]),
      [
        [undefined, '/shifts/2'],
        ['capacity', undefined],
        ['requirements', '/profile'],
        ['requirements', '/forms/3'],
      ],
    );
    assert.deepEqual(
      refusal.errors.map(({ path, code }) => [path, code]),
      [
        ['shift.start_time', 'overlap'],
        ['shift.capacity', 'shift_full'],
        ['profile.phone', 'missing_profile_field'],
        ['requirements.forms.3', 'missing_form'],
      ],
    );
  });

  it('speaks to the reader, or about the person they act for, in their language', () => {
    const decision = decide({ others: [other('2026-06-10T10:00', '2026-06-10T11:00')] });
    const blockers = decision.outcome === 'refuse' ? decision.blockers : [];
    assert.match(
      itemProblem(refusalOf(blockers), 'en').detail,
      /^This overlaps another shift of yours: .*10:00.*11:00.*\. Cancel or switch that one first\.$/,
    );
    const [about] = itemProblem(refusalOf(blockers, 'Ada'), 'de').errors;
    assert.match(
      about?.message ?? '',
      /^Die Schicht überschneidet sich mit einer anderen von Ada: .*10:00.*11:00.*\. Entferne Ada zuerst aus der anderen Schicht/,
    );
    assert.deepEqual(about?.params, {
      shift_id: 2,
      start: '2026-06-10T08:00:00.000Z',
      end: '2026-06-10T09:00:00.000Z',
      time_zone: 'Europe/Berlin',
      name: 'Ada',
    });
    assert.equal(about?.remedy, undefined);
  });

  it('asks for a confirmed email address in its own words', () => {
    const requirements = { ...freeSignup.requirements, profileFields: ['email_verified'] };
    const decision = decide({ requirements });
    const blockers = decision.outcome === 'refuse' ? decision.blockers : [];
    const [own] = itemProblem(refusalOf(blockers), 'en').errors;
    assert.equal(own?.code, 'missing_profile_field');
    assert.equal(own.message, 'Confirm your email address to sign up for this shift.');
    const [about] = itemProblem(refusalOf(blockers, 'Ada'), 'de').errors;
    assert.equal(about?.message, 'Ada hat die E-Mail-Adresse noch nicht bestätigt.');
  });

  it('writes the hours of the night as clocks are read there', () => {
    const night = { age: 18, from: '22:00', until: '06:00' };
    const detailIn = (zone: string, language: string) =>
      itemProblem(refusalOf([signupErrors.minor_at_night('shift', { ...night, time_zone: zone })]), language)
        .detail;
    assert.match(detailIn('America/New_York', 'en'), /between 10:00\sPM and 6:00\sAM\./);
    assert.match(detailIn('Europe/Berlin', 'en'), /between 22:00 and 06:00\./);
    assert.match(detailIn('Europe/Berlin', 'de'), /zwischen 22:00 und 06:00 Uhr nicht mithelfen\./);
  });
});
