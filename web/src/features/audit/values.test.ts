import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import english from './messages.en.ts';
import { type ValueWords, valueText } from './values.ts';

const own: Readonly<Record<string, Readonly<Record<string, string>>>> = english.value;
const words: ValueWords = {
  wordOf: (field, code) => own[field]?.[code],
  fieldOf: (name) => `<${name}>`,
  moment: (at) => `moment ${at}`,
  day: (day) => `day ${day}`,
  yes: (is) => (is ? 'yes' : 'no'),
};
const text = (path: string, value: unknown) => valueText(path, value, words);

describe('a value in the audit log', () => {
  it('is said in words: codes, times, days, yes and no', () => {
    assert.equal(text('status', 'draft'), 'Draft');
    assert.equal(text('policies.auto', false), 'no');
    assert.equal(text('start_time', '2026-11-25T21:15:00.000Z'), 'moment 2026-11-25T21:15:00.000Z');
    assert.equal(text('day', '2026-11-25'), 'day 2026-11-25');
    assert.equal(text('passed', ['shift_started', 'shift_full']), 'Shift has started, Shift is full');
    assert.equal(text('steps.training', 'completed'), 'Done');
  });

  it('stays as people wrote it, whatever it looks like', () => {
    assert.equal(text('title', 'draft'), 'draft');
    assert.equal(text('title', '2026-11-25T21:15:00.000Z'), '2026-11-25T21:15:00.000Z');
    assert.equal(text('steps', ['open']), 'open');
    assert.equal(text('status', 'of.tomorrow'), 'of.tomorrow');
    assert.equal(text('capacity', 8), '8');
  });

  it('of several parts names each, without those that are empty', () => {
    const roles = [
      { name: 'Cook', capacity: 2, minimum: null },
      { name: 'Driver', capacity: null, minimum: null },
    ];
    assert.equal(text('roles', roles), '<name>: Cook, <capacity>: 2\n<name>: Driver');
  });
});

interface Shape {
  readonly properties?: Record<string, Shape>;
  readonly enum?: readonly (string | null)[];
}

describe('the words for values', () => {
  it('cover every status of what the log is about', async () => {
    const { schemas } = (
      JSON.parse(await readFile('docs/openapi.json', 'utf8')) as {
        components: { schemas: Record<string, Shape> };
      }
    ).components;
    const groupOf: Record<string, string> = {
      Registration: 'registration_status',
      EnrollmentStep: 'step_status',
    };
    const objects = [
      'AttendanceRecord',
      'Badge',
      'Enrollment',
      'Form',
      'HourReport',
      'JoinRequest',
      'Journey',
    ];
    for (const name of [...objects, 'Shift', 'WebhookEndpoint', ...Object.keys(groupOf)]) {
      const codes = (schemas[name]?.properties?.['status']?.enum ?? []).map(String);
      assert.ok(codes.length > 1, name);
      for (const code of codes)
        assert.ok(own[groupOf[name] ?? '']?.[code] ?? own['status']?.[code], `${name}: ${code}`);
    }
  });
});
