import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Attendance,
  nothingKnown,
  type PersonFacts,
  type ReportedHours,
  tallyOf,
} from './fulfilment.ts';
import { type Done, notedProgress, progressOf, reminders, type Situation } from './progress.ts';
import type { Requirement, Step } from './steps.ts';

const start = Temporal.Instant.from('2026-11-01T09:00:00Z');
const day = (days: number) => start.add({ hours: 24 * days });

function step(position: number, requirement: Requirement, fields: Partial<Step> = {}): Step {
  const frame = { id: position * 10, position, key: `s${position}`, title: `Step ${position}` };
  const usual = { required: true, deadline_days: null, reminder_days: null };
  return { ...frame, ...usual, ...requirement, ...fields } as Step;
}
const manual = (position: number, fields: Partial<Step> = {}) =>
  step(position, { kind: 'manual', config: {} }, fields);
const form = (position: number, form_id = position, fields: Partial<Step> = {}) =>
  step(position, { kind: 'form', config: { form_id } }, fields);
const wait = (position: number, days: number) => step(position, { kind: 'wait', config: { days } });

function situation(steps: readonly Step[], fields: Partial<Situation> = {}): Situation {
  return {
    now: day(10),
    enrolledAt: start,
    sequence: 'in_order',
    steps,
    done: new Map(),
    reminded: [],
    person: nothingKnown,
    requiredProfileFields: ['phone'],
    ...fields,
  };
}
const knowing = (facts: Partial<PersonFacts>) => ({ person: { ...nothingKnown, ...facts } });
const statuses = (given: Situation) => progressOf(given).steps.map(({ status }) => status);
const times = (given: Situation) => progressOf(given).news.map(({ doneAt }) => doneAt.toString());

const visit = (at: number, minutes: number | null, programId = 1): Attendance => ({
  programId,
  missionId: 1,
  checkedInAt: day(at),
  checkedOutAt: minutes === null ? null : day(at).add({ minutes: 200 }),
  minutes,
});

const reported = (at: number, minutes: number): ReportedHours => ({
  programId: 1,
  missionId: 1,
  dayEndsAt: day(at),
  approvedAt: day(at),
  minutes,
});

describe('the order of steps', () => {
  it('opens one after the other, and lets what was done early count when its turn comes', () => {
    const forms = new Map([[2, day(1)]]);
    const steps = [form(1), form(2), manual(3)];
    assert.deepEqual(statuses(situation(steps, knowing({ forms }))), ['open', 'pending', 'pending']);
    const both = situation(steps, knowing({ forms: new Map([...forms, [1, day(4)]]) }));
    assert.deepEqual(statuses(both), ['completed', 'completed', 'open']);
    assert.deepEqual(times(both), [day(4), day(4)].map(String));
    assert.equal(progressOf(both).currentStepId, 30);
  });

  it('does not matter where any order will do', () => {
    const given = { ...knowing({ forms: new Map([[2, day(1)]]) }), sequence: 'any_order' as const };
    assert.deepEqual(statuses(situation([form(1), form(2)], given)), ['open', 'completed']);
  });

  it('is not held up by a step that is not required', () => {
    const done = new Map<string, Done>([['s2', { status: 'skipped', at: day(2) }]]);
    const progress = progressOf(situation([manual(1, { required: false }), manual(2)], { done }));
    assert.equal(progress.completedAt?.toString(), day(2).toString());
    assert.equal(progress.currentStepId, null);
  });
});

describe('a step', () => {
  it('of shifts or hours is done with the one that was enough', () => {
    const attendances = [visit(1, 60), visit(2, 60, 2), visit(3, 60), visit(4, null)];
    const done = (requirement: Requirement) =>
      times(situation([step(1, requirement)], knowing({ attendances })));
    assert.deepEqual(done({ kind: 'attend_shifts', config: { count: 4 } }), [day(4).toString()]);
    assert.deepEqual(done({ kind: 'attend_shifts', config: { count: 5 } }), []);
    assert.deepEqual(done({ kind: 'attend_shifts', config: { count: 2, program_id: 1 } }), [
      day(3).toString(),
    ]);
    assert.deepEqual(done({ kind: 'hours', config: { hours: 2 } }), [
      day(2).add({ minutes: 200 }).toString(),
    ]);
    assert.deepEqual(done({ kind: 'hours', config: { minutes: 181 } }), []);
    const late = situation([], { enrolledAt: day(2) });
    const config = { count: 9, since_enrollment: true };
    assert.deepEqual(tallyOf({ kind: 'attend_shifts', config }, { ...nothingKnown, attendances }, late), {
      have: 3,
      need: 9,
    });
  });

  it('of hours counts reports from their approval on, if their day was not over at the enrollment', () => {
    const [attendances, reports] = [[visit(1, 60)], [reported(3, 30), reported(5, 60)]];
    const done = (minutes: number, enrolledAt = start) =>
      times(
        situation([step(1, { kind: 'hours', config: { minutes, since_enrollment: true } })], {
          ...knowing({ attendances, reports }),
          enrolledAt,
        }),
      );
    assert.deepEqual(done(90), [day(3).toString()]);
    assert.deepEqual(done(150), [day(5).toString()]);
    assert.deepEqual(done(90, day(2)), [day(5).toString()]);
    assert.deepEqual(done(90, day(3).add({ minutes: 1 })), []);
  });

  it('of waiting ends so many days after its turn, and names that moment beforehand', () => {
    const done = new Map<string, Done>([['s1', { status: 'completed', at: day(5) }]]);
    const waiting = situation([manual(1), wait(2, 7), manual(3)], { done });
    assert.deepEqual(statuses(waiting), ['completed', 'open', 'pending']);
    assert.equal(progressOf(waiting).timerAt?.toString(), day(12).toString());
    assert.deepEqual(times({ ...waiting, now: day(30) }), [day(12).toString()]);
  });

  it('of a profile asks for what it names, or else for what the organization requires', () => {
    const usual = [step(1, { kind: 'profile', config: {} })];
    const named = [step(1, { kind: 'profile', config: { fields: ['phone', 'date_of_birth'] } })];
    const facts = knowing({ profileFields: new Set(['phone']) });
    assert.deepEqual(statuses(situation(usual, facts)), ['completed']);
    assert.deepEqual(statuses(situation(named, facts)), ['open']);
  });

  it('that is noted stays done, whatever becomes of the facts', () => {
    const done = new Map<string, Done>([['s1', { status: 'completed', at: day(1) }]]);
    assert.deepEqual(progressOf(situation([form(1), manual(2)], { done })).news, []);
    assert.deepEqual(statuses(situation([form(1), manual(2)], { done })), ['completed', 'open']);
  });
});

describe('a deadline', () => {
  const steps = [manual(1, { deadline_days: 12, reminder_days: 3 }), manual(2, { deadline_days: 1 })];

  it('is counted from the step’s turn, and reminded of once, before it has passed', () => {
    const open = situation(steps);
    const { dueAt, reminderAt } = progressOf(open);
    assert.deepEqual([String(dueAt), String(reminderAt)], [day(12), day(9)].map(String));
    const keys = (given: Situation) => reminders(given, notedProgress(given)).map(({ step: { key } }) => key);
    assert.deepEqual(keys(open), ['s1']);
    assert.deepEqual(keys({ ...open, reminded: ['s1'] }), []);
    assert.deepEqual(keys({ ...open, now: day(12) }), []);
    assert.equal(progressOf({ ...open, now: day(13) }).reminderAt, null);
  });

  it('of a later step begins when the one before is done', () => {
    const done = new Map<string, Done>([['s1', { status: 'completed', at: day(3) }]]);
    assert.equal(String(progressOf(situation(steps, { done })).dueAt), String(day(4)));
  });
});

describe('progress', () => {
  const plan = fc
    .array(
      fc.oneof(
        fc.record({
          kind: fc.constant('form'),
          config: fc.record({ form_id: fc.integer({ min: 1, max: 3 }) }),
        }),
        fc.record({
          kind: fc.constant('attend_shifts'),
          config: fc.record({ count: fc.integer({ min: 1, max: 4 }) }),
        }),
        fc.record({
          kind: fc.constant('hours'),
          config: fc.record({ minutes: fc.integer({ min: 1, max: 300 }) }),
        }),
        fc.record({ kind: fc.constant('badge'), config: fc.record({ badge_id: fc.constant(1) }) }),
        fc.record({ kind: fc.constant('wait'), config: fc.record({ days: fc.integer({ min: 1, max: 9 }) }) }),
      ),
      { minLength: 1, maxLength: 6 },
    )
    .chain((requirements) =>
      fc
        .array(fc.boolean(), { minLength: requirements.length, maxLength: requirements.length })
        .map((required) =>
          requirements.map((one, index) =>
            step(index + 1, one as Requirement, { required: required[index] ?? true }),
          ),
        ),
    );
  /** What happens to someone, day by day. */
  const life = fc.array(
    fc.record({
      on: fc.integer({ min: -5, max: 30 }),
      what: fc.constantFrom('form 1', 'form 2', 'form 3', 'badge', 'visit', 'report', 'nothing'),
      minutes: fc.integer({ min: 0, max: 200 }),
    }),
    { maxLength: 12 },
  );

  function factsUntil(events: readonly { on: number; what: string; minutes: number }[], until: number) {
    const past = events.filter(({ on }) => on <= until).sort((one, other) => one.on - other.on);
    const first = (what: string) => past.find((one) => one.what === what);
    return {
      forms: new Map(
        [1, 2, 3].flatMap((id): [number, Temporal.Instant][] => {
          const found = first(`form ${id}`);
          return found ? [[id, day(found.on)]] : [];
        }),
      ),
      badges: new Map(first('badge') ? [[1, day(first('badge')?.on ?? 0)]] : []),
      attendances: past
        .filter(({ what }) => what === 'visit')
        .map(({ on, minutes }) => ({ ...visit(on, minutes), checkedOutAt: day(on) })),
      reports: past.filter(({ what }) => what === 'report').map(({ on, minutes }) => reported(on, minutes)),
      profileFields: new Set<string>(),
    };
  }

  it('is the same whether one looks after every event, now and then, or once at the end', () => {
    const sequence = fc.constantFrom('in_order' as const, 'any_order' as const);
    const looks = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 10 });
    fc.assert(
      fc.property(plan, life, sequence, looks, (steps, events, order, moments) => {
        const walkThrough = (days: readonly number[]) => {
          const done = new Map<string, Done>();
          for (const at of days) {
            const given = { now: day(at), done, sequence: order, person: factsUntil(events, at) };
            for (const { step: each, doneAt } of progressOf(situation(steps, given)).news)
              done.set(each.key, { status: 'completed', at: doneAt });
          }
          const end = progressOf(
            situation(steps, { now: day(40), done, sequence: order, person: factsUntil(events, 40) }),
          );
          assert.deepEqual(end.news, [], 'nothing is left to note');
          return [...done].map(([key, { at }]) => `${key} ${at}`).sort();
        };
        const sorted = [...moments].sort((one, other) => one - other);
        assert.deepEqual(walkThrough([...sorted, 40, 40]), walkThrough([40]));
      }),
    );
  });

  it('never completes a step before its turn, nor after a required one that is open', () => {
    fc.assert(
      fc.property(plan, life, (steps, events) => {
        const { steps: walked } = progressOf(
          situation(steps, { now: day(40), person: factsUntil(events, 40) }),
        );
        let turn = start;
        let isBlocked = false;
        for (const { step: each, status, doneAt } of walked) {
          assert.equal(status === 'pending', isBlocked);
          if (doneAt) assert.ok(Temporal.Instant.compare(doneAt, turn) >= 0);
          if (!each.required) continue;
          if (doneAt) turn = doneAt;
          else isBlocked = true;
        }
      }),
    );
  });
});
