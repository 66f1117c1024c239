import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import ICAL from 'ical.js';
import { calendarFile, subscriptionOf, webCalendarLink, webCalendars } from './calendar-entry.ts';

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

describe('the link to a web calendar', () => {
  const address = 'https://muster.example/shifts/7';
  const parametersOf = (link: string) => Object.fromEntries(new URL(link).searchParams);

  it('tells Google all about the shift', () => {
    assert.deepEqual(parametersOf(webCalendarLink('Google Calendar', shift, address, 'Your role: Driver')), {
      action: 'TEMPLATE',
      text: shift.title,
      dates: '20261114T090000Z/20261114T113000Z',
      location: shift.location,
      details: `Your role: Driver\n\n${address}\n\n${shift.description}`,
    });
  });

  it('tells Microsoft all about the shift', () => {
    for (const calendar of ['Outlook.com', 'Microsoft 365'] as const) {
      const { subject, startdt, enddt, location, body } = parametersOf(
        webCalendarLink(calendar, shift, address),
      );
      assert.equal(subject, shift.title);
      assert.deepEqual([startdt, enddt], ['2026-11-14T09:00:00Z', '2026-11-14T11:30:00Z']);
      assert.equal(location, shift.location);
      assert.equal(body, `${address}\n\n${shift.description}`);
    }
  });

  it('has no plus sign, and keeps within the length that servers take', () => {
    const long = { ...shift, title: 'a b+c', description: '🌳 ü '.repeat(2_000) };
    for (const calendar of webCalendars) {
      const link = webCalendarLink(calendar, long, address);
      assert.doesNotMatch(link, /\+/);
      assert.ok(link.length < 8_000, `${link.length} characters`);
      assert.ok(
        new URL(link).searchParams.get(calendar === 'Google Calendar' ? 'details' : 'body')?.endsWith('…'),
      );
    }
  });
});
