import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import ICAL from 'ical.js';
import { calendarFile, subscriptionOf } from './ics.ts';

const shift = {
  id: 7,
  title: 'Sort, pack; and \\ carry',
  description: `Ä${'ö'.repeat(120)}\nsecond line`,
  location: 'Harbor Hall, 12 Pier Road',
  start_time: '2026-11-14T09:00:00Z',
  end_time: '2026-11-14T12:30:00+01:00',
  updated_at: '2026-11-01T08:00:00.123Z',
};

describe('the calendar file of a shift', () => {
  const file = calendarFile(shift, 'https://muster.example/shifts/7');

  it('is understood by calendar programs', () => {
    const event = new ICAL.Event(
      new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent') ?? undefined,
    );
    assert.equal(event.uid, 'shift-7@muster.example');
    assert.equal(event.summary, shift.title);
    assert.equal(event.location, shift.location);
    assert.equal(event.description, `${shift.description}\n\nhttps://muster.example/shifts/7`);
    assert.equal(event.startDate.toJSDate().toISOString(), '2026-11-14T09:00:00.000Z');
    assert.equal(event.endDate.toJSDate().toISOString(), '2026-11-14T11:30:00.000Z');
  });

  it('says what the reader does there', () => {
    const text = calendarFile(
      { ...shift, description: '' },
      'https://muster.example/shifts/7',
      'Your role: Driver',
    );
    assert.ok(text.includes(String.raw`DESCRIPTION:Your role: Driver\n\nhttps://muster.example/shifts/7`));
  });

  it('has no line of more than 75 bytes', () => {
    for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75);
  });
});

describe('the address of a calendar subscription', () => {
  it('opens the calendar app', () => {
    for (const scheme of ['http', 'https'])
      assert.equal(subscriptionOf(`${scheme}://muster.example/feed.ics`), 'webcal://muster.example/feed.ics');
  });
});
