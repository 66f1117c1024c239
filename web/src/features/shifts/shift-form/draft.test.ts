import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clockNotesOf } from './clock-notes.ts';
import {
  changeBody,
  clocksOf,
  createBody,
  emptyDraft,
  excessOf,
  lengthMinutes,
  type ShiftDraft,
  withKeys,
} from './draft.ts';

const draft: ShiftDraft = {
  ...emptyDraft('Europe/Berlin', Date.parse('2026-11-10T12:00:00Z')),
  program_id: '1',
  title: ' Kitchen ',
};

describe('a shift in the form', () => {
  it('becomes instants by the clock of its zone, over midnight too', () => {
    assert.equal(createBody(draft).start_time, '2026-11-11T08:00:00.000Z');
    assert.equal(createBody({ ...draft, end: '01:00' }).end_time, '2026-11-12T00:00:00.000Z');
    assert.equal(lengthMinutes({ ...draft, end_date: '2026-11-13' }), 3060);
    assert.equal(lengthMinutes({ ...draft, start: '' }), undefined);
  });

  it('says which of its times the clocks skip or show twice, and what they become', () => {
    const night = { ...draft, date: '2026-03-29', start: '02:30', end: '03:15' };
    assert.equal(lengthMinutes(night), 45);
    const told = (one: ShiftDraft) => {
      const { start, end } = clocksOf(one) as NonNullable<ReturnType<typeof clocksOf>>;
      return clockNotesOf(start, end, one.time_zone).map(
        ({ edge, what, becomes }) => `${edge} ${what} ${becomes.time}`,
      );
    };
    assert.deepEqual(told(night), ['start skipped 03:30', 'end later 04:15']);
    assert.deepEqual(told({ ...night, start: '22:00', end: '02:30', date: '2026-03-28' }), [
      'end skipped 03:30',
    ]);
    assert.deepEqual(told({ ...night, date: '2026-10-25' }), ['start twice 02:30']);
    assert.deepEqual(told(draft), []);
  });

  it('is called like its program when it has no title', () => {
    assert.equal(createBody(draft).title, 'Kitchen');
    assert.equal('title' in createBody({ ...draft, title: ' ' }), false);
  });

  it('says where the roles have more spots than the shift', () => {
    const roles = [
      { key: 'cook', name: 'Cook', capacity: 4, minimum: 2 as const },
      { key: 'server', name: 'Server', capacity: 20, minimum: '' as const },
      { key: 'any', name: 'Any', capacity: '' as const, minimum: '' as const },
    ];
    assert.deepEqual(excessOf({ roles, capacity: 10 }), { roles: 24, shift: 10 });
    assert.equal(excessOf({ roles, capacity: 24 }), undefined);
    assert.equal(excessOf({ roles, capacity: '' }), undefined);
  });

  it('sends only what was changed', () => {
    assert.deepEqual(changeBody(draft, draft), {});
    assert.deepEqual(changeBody(draft, { ...draft, capacity: '', start: '08:00' }), {
      start_time: '2026-11-11T07:00:00.000Z',
      capacity: null,
    });
    const noted = { ...draft, team_notes: ' Key under the mat ' };
    assert.deepEqual(changeBody(draft, noted), { team_notes: 'Key under the mat' });
    assert.deepEqual(changeBody(noted, { ...noted, team_notes: ' ' }), { team_notes: null });
  });

  it('gives each new role its own key', () => {
    const roles = ['Fahrer:in', 'Küche', 'Küche', '調理'].map((name) => ({
      key: '',
      name,
      capacity: '' as const,
      minimum: '' as const,
    }));
    assert.deepEqual(
      withKeys([{ key: 'kuche', name: 'Kitchen', capacity: 2, minimum: '' }, ...roles]).map(({ key }) => key),
      ['kuche', 'fahrer_in', 'kuche_2', 'kuche_3', 'role'],
    );
  });
});
