import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stepsOf } from './steps.ts';

const nothing = {
  mail: 'none',
  has_program: false,
  has_shift: false,
  has_people: false,
  has_joining: false,
  has_signup: false,
  shift_id: null,
} as const;

describe('the set-up checklist', () => {
  it('leads from the program to a working mail server', () => {
    const open = (setup: Parameters<typeof stepsOf>[0]) =>
      stepsOf(setup).flatMap(({ name, isDone }) => (isDone ? [] : [name]));
    assert.deepEqual(open(nothing), ['program', 'shift', 'share', 'joining', 'invite', 'mail']);
    assert.deepEqual(open({ ...nothing, has_program: true, mail: 'smtp' }), [
      'shift',
      'share',
      'joining',
      'invite',
    ]);
    const all = {
      has_program: true,
      has_shift: true,
      has_people: true,
      has_joining: true,
      has_signup: true,
      shift_id: 7,
    };
    assert.deepEqual(open({ ...all, mail: 'mailbox' }), []);
    assert.equal(stepsOf({ ...all, mail: 'mailbox' }).find(({ name }) => name === 'share')?.to, '/shifts/7');
  });
});
