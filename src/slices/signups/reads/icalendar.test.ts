import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { type CalendarEvent, fold, writeCalendar } from './icalendar.ts';

const event: CalendarEvent = {
  uid: 'shift-1@muster.test',
  sequence: 3,
  status: 'CONFIRMED',
  summary: 'Hand-out',
  description: '',
  location: '',
  category: '',
  start: Temporal.Instant.from('2026-11-14T14:00:00.500Z'),
  end: Temporal.Instant.from('2026-11-14T18:00:00Z'),
  created: Temporal.Instant.from('2026-10-01T00:00:00Z'),
  modified: Temporal.Instant.from('2026-10-02T03:04:05Z'),
};

function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return { calendar, events: calendar.getAllSubcomponents('vevent') };
}

describe('a written calendar', () => {
  it('is read back by a calendar program as it was meant', () => {
    const { calendar, events } = parse(writeCalendar('My shifts', [event]));
    assert.equal(calendar.getFirstPropertyValue('version'), '2.0');
    assert.equal(calendar.getFirstPropertyValue('x-wr-calname'), 'My shifts');
    const [only] = events;
    const value = (name: string) => String(only?.getFirstPropertyValue(name));
    assert.deepEqual(
      ['uid', 'sequence', 'status', 'summary', 'dtstart', 'dtend', 'dtstamp', 'last-modified', 'transp'].map(
        value,
      ),
      [
        'shift-1@muster.test',
        '3',
        'CONFIRMED',
        'Hand-out',
        '2026-11-14T14:00:00Z',
        '2026-11-14T18:00:00Z',
        '2026-10-02T03:04:05Z',
        '2026-10-02T03:04:05Z',
        'OPAQUE',
      ],
    );
    for (const absent of ['description', 'location', 'categories'])
      assert.equal(only?.hasProperty(absent), false);
  });

  it('holds a component even without events, as the standard demands', () => {
    const { calendar, events } = parse(writeCalendar('Empty', []));
    assert.equal(events.length, 0);
    assert.equal(calendar.getAllSubcomponents().length, 1);
  });

  it('carries any text unharmed and breaks lines at 75 octets between characters', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(text, text, (summary, location) => {
        const written = writeCalendar('Any', [{ ...event, summary, location }]);
        for (const line of written.split('\r\n')) {
          assert.ok(Buffer.byteLength(line) <= 75);
          assert.ok(!line.includes('\ufffd') || (summary + location).includes('\ufffd'));
        }
        const [read] = parse(written).events;
        assert.equal(read?.getFirstPropertyValue('summary') ?? '', summary);
        assert.equal(read?.getFirstPropertyValue('location') ?? '', location);
      }),
    );
  });

  it('cannot be forged by a text with line breaks, and drops what no calendar may hold', () => {
    const summary = 'a\r\nSTATUS:CANCELLED\nb\rc\\n;d,e\u0000\u001b';
    const [read] = parse(writeCalendar('Any', [{ ...event, summary }])).events;
    assert.equal(read?.getFirstPropertyValue('status'), 'CONFIRMED');
    assert.equal(read?.getFirstPropertyValue('summary'), 'a\nSTATUS:CANCELLED\nb\nc\\n;d,e');
  });
});

describe('folding', () => {
  it('leaves a line of 75 octets whole and breaks one of 76', () => {
    assert.equal(fold('x'.repeat(75)), 'x'.repeat(75));
    assert.equal(fold('x'.repeat(76)), `${'x'.repeat(75)}\r\n x`);
    assert.equal(fold(`${'x'.repeat(74)}é`), `${'x'.repeat(74)}\r\n é`);
  });
});
