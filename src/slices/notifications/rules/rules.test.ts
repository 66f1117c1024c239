import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type NoticeFacts, reasonToSkip } from './assess.ts';
import { reasonAgainstMail, wants } from './channels.ts';
import { isMorning, tomorrowIn } from './mornings.ts';
import { noticesFor } from './notices.ts';
import { pauseSeconds, waitSeconds } from './retries.ts';

const now = Temporal.Instant.from('2026-11-14T09:00:00Z');
const event = (type: string, data: unknown) => ({
  id: 'evt_1',
  type,
  organizationId: 3,
  createdAt: '2026-11-14T09:00:00.000Z',
  data,
});
const kindsOf = (type: string, data: object) => {
  const { notices, broadcasts } = noticesFor([event(type, data)]);
  return [...notices, ...broadcasts].map(({ kind }) => kind);
};

describe('what an event tells people', () => {
  it('follows from the state that the registration has got', () => {
    const at = (status: string) => ({ registration_id: 5, status });
    assert.deepEqual(kindsOf('shift.signup', at('active')), ['signup_confirmed']);
    assert.deepEqual(kindsOf('shift.signup', at('pending_approval')), ['signup_pending']);
    assert.deepEqual(kindsOf('shift.signup_changed', at('waitlisted')), ['waitlisted']);
    assert.deepEqual(kindsOf('shift.waitlist_promoted', at('active')), ['promoted']);
    assert.deepEqual(kindsOf('shift.waitlist_promoted', at('pending_approval')), ['signup_pending']);
  });

  it('is a cancellation, no matter who cancelled', () => {
    const cancelled = (source: string) => ({ registration_id: 5, status: 'cancelled', source });
    for (const source of ['self_service', 'coordinator', 'system'])
      assert.deepEqual(kindsOf('shift.signup_cancelled', cancelled(source)), ['signup_cancelled']);
  });

  it('is a change of time or place, of a published shift alone', () => {
    const changed = (changes: string[], status = 'published') => ({ shift: { id: 7, status }, changes });
    assert.deepEqual(kindsOf('shift.updated', changed(['capacity', 'title'])), []);
    assert.deepEqual(kindsOf('shift.updated', changed(['location', 'title'])), ['shift_changed']);
    assert.deepEqual(kindsOf('shift.updated', changed(['start_time'], 'draft')), []);
  });

  it('is for those who wait for a swap', () => {
    const readers = (type: string, data: object) =>
      noticesFor([event(type, { swap_id: 9, user_id: 1, ...data })]).swaps.map(({ userId, news }) => [
        userId,
        news,
      ]);
    const ended = 'shift.swap_ended';
    assert.deepEqual(readers('shift.swap_offered', { to_user_id: 2 }), [[2, 'offered']]);
    assert.deepEqual(readers('shift.swap_offered', { to_user_id: null }), []);
    assert.deepEqual(readers('shift.swap_reopened', { to_user_id: null, taker_id: 3 }), [[3, 'moved']]);
    assert.deepEqual(readers(ended, { to_user_id: 2, taker_id: null, status: 'withdrawn' }), [
      [2, 'withdrawn'],
    ]);
    assert.deepEqual(readers(ended, { to_user_id: null, taker_id: 3, status: 'withdrawn' }), [
      [3, 'withdrawn'],
    ]);
    assert.deepEqual(readers(ended, { to_user_id: 2, taker_id: null, status: 'declined' }), [
      [1, 'declined'],
    ]);
    assert.deepEqual(readers(ended, { to_user_id: null, taker_id: 3, status: 'rejected' }), [
      [1, 'rejected'],
      [3, 'rejected'],
    ]);
    assert.deepEqual(readers(ended, { taker_id: 3, status: 'toString' }), []);
  });

  it('is nothing when the event does not look like ours', () => {
    const odd = [null, 'text', {}, { registration_id: '5' }, { registration_id: 1.5 }, { shift: null }];
    for (const type of ['shift.signup', 'shift.cancelled', 'shift.updated', 'unknown'])
      for (const data of odd) assert.deepEqual(kindsOf(type, data as object), []);
  });
});

describe('a message whose turn has come', () => {
  const facts: NoticeFacts = {
    kind: 'reminder',
    now,
    slot: '24h',
    shift: { start: now.add({ hours: 20 }), end: now.add({ hours: 22 }), status: 'published' },
    isMember: true,
    isPlanner: false,
    registrationStatus: 'active',
    endedWithMembership: false,
    askIsOpen: false,
    swapHolds: false,
    decisionHolds: false,
    superseded: false,
  };
  const starting = (minutes: number) => ({
    start: now.add({ minutes }),
    end: now.add({ hours: 22 }),
    status: 'published',
  });

  it('is sent when it is true, wanted and in time', () => {
    assert.equal(reasonToSkip(facts), undefined);
  });

  it('is not when it is not', () => {
    assert.equal(reasonToSkip({ ...facts, registrationStatus: 'cancelled' }), 'superseded');
    assert.equal(reasonToSkip({ ...facts, kind: 'offered' }), 'superseded');
    assert.equal(reasonToSkip({ ...facts, kind: 'shift_changed', superseded: true }), 'superseded');
    assert.equal(reasonToSkip({ ...facts, shift: starting(0) }), 'too_late');
  });

  it('does not go to former members, nor a digest to those who no longer plan', () => {
    assert.equal(reasonToSkip({ ...facts, isMember: false }), 'not_a_member');
    for (const kind of ['shift_message', 'badge_awarded', 'journey_reminder', 'understaffed'] as const)
      assert.equal(reasonToSkip({ ...facts, kind, isMember: false, isPlanner: false }), 'not_a_member');
    assert.equal(reasonToSkip({ ...facts, kind: 'understaffed' }), 'not_a_member');
    assert.equal(reasonToSkip({ ...facts, kind: 'understaffed', isPlanner: true }), undefined);
    assert.equal(reasonToSkip({ ...facts, kind: 'member_removed', isMember: false }), undefined);
  });

  it('asks only what can still be answered', () => {
    const asked = { ...facts, kind: 'shift_asked', registrationStatus: null } as const;
    assert.equal(reasonToSkip(asked), 'superseded');
    assert.equal(reasonToSkip({ ...asked, askIsOpen: true }), undefined);
  });

  it('says only what still holds of reported hours', () => {
    const decided = { ...facts, kind: 'hours_decided', registrationStatus: null, shift: null } as const;
    assert.equal(reasonToSkip(decided), 'superseded');
    assert.equal(reasonToSkip({ ...decided, decisionHolds: true }), undefined);
  });

  it('about one of many registrations that ended with a membership gives way to the one about all', () => {
    const ended = { ...facts, kind: 'signup_cancelled', registrationStatus: 'cancelled' } as const;
    assert.equal(reasonToSkip(ended), undefined);
    assert.equal(reasonToSkip({ ...ended, endedWithMembership: true }), 'superseded');
  });

  it('gives way to the last reminder from two hours before the start on', () => {
    assert.equal(reasonToSkip({ ...facts, shift: starting(121) }), undefined);
    assert.equal(reasonToSkip({ ...facts, shift: starting(120) }), 'superseded');
    assert.equal(reasonToSkip({ ...facts, slot: '2h', shift: starting(120) }), undefined);
  });
});

describe('a channel', () => {
  it('is on until it is turned off, for each kind and channel', () => {
    const preferences = { reminder: { email: false }, offered: { push: false }, promoted: null };
    assert.equal(wants(preferences, 'reminder', 'email'), false);
    assert.equal(wants(preferences, 'reminder', 'push'), true);
    assert.equal(wants(preferences, 'offered', 'push'), false);
    assert.equal(wants(preferences, 'promoted', 'app'), true);
    for (const odd of [null, [1], 'x', { reminder: true }])
      assert.equal(wants(odd, 'reminder', 'email'), true);
  });

  it('of email needs an address and a server', () => {
    const ada = { email: 'ada@example.org', preferences: {}, kind: 'reminder' } as const;
    assert.equal(reasonAgainstMail(ada, true), undefined);
    assert.equal(reasonAgainstMail(ada, false), 'no_server');
    assert.equal(reasonAgainstMail({ ...ada, email: null }, true), 'no_address');
    assert.equal(
      reasonAgainstMail({ ...ada, preferences: { reminder: { email: false } } }, true),
      'turned_off',
    );
  });
});

describe('waiting', () => {
  it('grows with every failure, up to an end', () => {
    assert.deepEqual([0, 1, 5, 100].map(pauseSeconds), [1, 2, 32, 60]);
    assert.deepEqual(
      [1, 3, 100].map((attempts) => waitSeconds(attempts, 0.5)),
      [2, 8, 900],
    );
  });
});

describe('tomorrow', () => {
  it('begins and ends at midnight of the place, also where clocks change', () => {
    const { date, from, until } = tomorrowIn('Europe/Berlin', Temporal.Instant.from('2026-10-24T06:00:00Z'));
    assert.equal(date, '2026-10-25');
    assert.equal(from.until(until).total('hours'), 25);
  });

  it('is announced between seven and noon there', () => {
    assert.equal(isMorning(now, 'Europe/Berlin'), true);
    assert.equal(isMorning(now, 'UTC'), true);
    assert.equal(isMorning(now, 'Asia/Tokyo'), false);
  });
});
