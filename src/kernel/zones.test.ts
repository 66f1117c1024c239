import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { suggestZones } from './zone-suggestions.ts';
import { isTimeZone, knownZone, onUnknownZone, shareZones, unknownZoneUses } from './zones.ts';

const everywhere = [...Intl.supportedValuesOf('timeZone'), 'Asia/Kolkata', 'America/Indiana/Knox', 'UTC'];

describe('a time zone', () => {
  afterEach(() => shareZones(everywhere));

  it('is accepted only if the database and Temporal both know it', () => {
    shareZones(['Europe/Berlin', 'Mars/Phobos', 'UTC']);
    assert.deepEqual(['Europe/Berlin', 'UTC', 'Mars/Phobos', 'Europe/Paris'].filter(isTimeZone), [
      'Europe/Berlin',
      'UTC',
    ]);
  });

  it('is a name in its usual spelling: no abbreviation, offset or rule', () => {
    const odd = [
      'europe/berlin',
      'EST',
      'CET',
      '+02:00',
      'Foo5',
      'EST5EDT4',
      'posix/UTC',
      'posixrules',
      '',
      '../UTC',
    ];
    shareZones([...everywhere, ...odd]);
    assert.deepEqual(odd.filter(isTimeZone), []);
  });

  it('that is stored and unknown is read as UTC, and reported once', () => {
    shareZones(everywhere);
    const reported: string[] = [];
    onUnknownZone((zone) => reported.push(zone));
    const before = unknownZoneUses();
    assert.deepEqual(['Mars/Phobos', 'Mars/Phobos', 'Europe/Berlin'].map(knownZone), [
      'UTC',
      'UTC',
      'Europe/Berlin',
    ]);
    assert.deepEqual(reported, ['Mars/Phobos']);
    assert.equal(unknownZoneUses() - before, 2);
  });
});

describe('a suggestion', () => {
  const cases: [string, string[]][] = [
    ['PST', ['America/Los_Angeles']],
    ['pst', ['America/Los_Angeles']],
    ['IST', ['Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem']],
    ['BST', ['Europe/London', 'Asia/Dhaka']],
    ['CET', ['Europe/Berlin', 'Europe/Paris']],
    ['US/Pacific-New', ['America/Los_Angeles']],
    ['Canada/East-Saskatchewan', ['America/Regina']],
    ['SystemV/PST8PDT', ['America/Los_Angeles']],
    ['Berlin', ['Europe/Berlin']],
    ['europe/berlin', ['Europe/Berlin']],
    [' Europe/Berlin ', ['Europe/Berlin']],
    ['new york', ['America/New_York']],
    ['America/New York', ['America/New_York']],
    ['Europe/Berln', ['Europe/Berlin']],
    ['Asia/Berlin', ['Europe/Berlin']],
    ['Lodnon', ['Europe/London']],
    ['Amerika/Chicago', ['America/Chicago']],
    ['utc', ['UTC']],
    ['+02:00', []],
    ['x'.repeat(64), []],
    ['', []],
  ];
  for (const [given, expected] of cases) {
    it(`for "${given.slice(0, 30)}" is ${expected.join(' or ') || 'not made up'}`, () => {
      assert.deepEqual(suggestZones(given, everywhere), expected);
    });
  }
});
