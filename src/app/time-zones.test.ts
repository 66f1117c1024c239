import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { acceptedZones } from '#kernel/zones.ts';
import { syncZones } from '#platform/db/zones.ts';
import { expect200, peopleApp } from '#test/people.ts';

const muster = await peopleApp();
const { database } = muster;
const owner = await muster.person('Owner');
const organizationId = await muster.organization(owner, 'Harbor Kitchen');
const client = muster.as(owner.token);

describe('an accepted time zone', () => {
  it('shows the same clocks in PostgreSQL and in Temporal, all year', async () => {
    const moments = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'];
    const { rows } = await sql<{ name: string; moment: string; local: string }>`
      select name, moment, to_char(moment::timestamptz at time zone name, 'YYYY-MM-DD"T"HH24:MI:SS') as local
      from unnest(${[...acceptedZones()]}::text[]) as name, unnest(${moments}::text[]) as moment
    `.execute(database.db);
    assert.ok(rows.length > 800);
    for (const { name, moment, local } of rows)
      assert.equal(
        Temporal.Instant.from(moment).toZonedDateTimeISO(name).toPlainDateTime().toString(),
        local,
        name,
      );
  });

  it('is any that a browser offers and this PostgreSQL has', async () => {
    const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(database.db);
    const offered = new Set(Intl.supportedValuesOf('timeZone'));
    const both = rows.map((row) => row.name).filter((name) => offered.has(name));
    assert.ok(both.length > 400);
    const accepted = new Set(acceptedZones());
    assert.deepEqual(
      both.filter((name) => !accepted.has(name)),
      [],
    );
  });
});

const refused = {
  'US/Pacific-New': 'America/Los_Angeles',
  PST: 'America/Los_Angeles',
  IST: 'Asia/Kolkata',
  CST: 'America/Chicago',
  BST: 'Europe/London',
  EST: 'America/New_York',
  'europe/berlin': 'Europe/Berlin',
  Berlin: 'Europe/Berlin',
  EST5EDT4: undefined,
  Foo5: undefined,
  'posix/UTC': undefined,
  posixrules: undefined,
  localtime: undefined,
  Factory: undefined,
  '+02:00': undefined,
  'UTC+2': undefined,
} as const;

describe('a time zone that only one of the two knows', async () => {
  const program = await client.post('/programs', { organization_id: organizationId, name: 'Kitchen' });
  const shift = {
    program_id: expect200(program).id as number,
    start_time: '2030-05-01T09:00:00Z',
    end_time: '2030-05-01T12:00:00Z',
  };
  const made = expect200(await client.post('/shifts', shift)).id as number;

  const places: Record<string, (zone: string) => ReturnType<typeof client.post>> = {
    'signing up': (zone) =>
      muster.as().post('/auth/signup', {
        email: `${zone.toLowerCase().replaceAll(/\W/g, '-')}@example.org`,
        name: 'Zoe',
        password: 'long enough',
        organization_name: 'Odd Hours',
        time_zone: zone,
      }),
    'creating an organization': (zone) => client.post('/organizations', { name: 'Odd', time_zone: zone }),
    'changing an organization': (zone) =>
      client.patch(`/organizations/${organizationId}`, { time_zone: zone }),
    'changing a profile': (zone) => client.patch('/me', { time_zone: zone }),
    'declaring availability': (zone) => client.send('PUT', '/me/availability', { time_zone: zone }),
    'creating a shift': (zone) => client.post('/shifts', { ...shift, time_zone: zone }),
    'creating a series': (zone) =>
      client.post('/shifts', { ...shift, time_zone: zone, recurrence: 'FREQ=DAILY;COUNT=2' }),
    'changing a shift': (zone) => client.patch(`/shifts/${made}`, { time_zone: zone }),
  };
  for (const [place, send] of Object.entries(places))
    it(`is refused with a suggestion when ${place}`, async () => {
      for (const [zone, suggestion] of Object.entries(refused)) {
        const { status, body } = await send(zone);
        assert.equal(status, 400, `${zone}: ${JSON.stringify(body)}`);
        const error = body.errors.find((one: { path: string }) => one.path === 'time_zone');
        assert.match(error.message, /^Unknown time zone\./, zone);
        if (suggestion) assert.equal(error.params.zones?.[0], suggestion, zone);
      }
      expect200(await send('Pacific/Chatham'));
    });
});

describe('a stored time zone that is unknown', () => {
  it('breaks no read and no sign-up', async () => {
    const volunteer = await muster.member(organizationId, 'volunteer');
    const own = muster.as(volunteer.token);
    expect200(
      await own.send('PUT', '/me/availability', { weekly: [{ weekday: 3, from: '00:00', until: '24:00' }] }),
    );
    const program = expect200(
      await client.post('/programs', { organization_id: organizationId, name: 'Odd' }),
    ).id;
    const times = { start_time: '2030-05-01T09:00:00Z', end_time: '2030-05-01T12:00:00Z' };
    const shift = expect200(await client.post('/shifts', { program_id: program, ...times })).id as number;
    await sql`update users set time_zone = 'PST' where id = ${volunteer.id}`.execute(database.db);
    await sql`update availability set time_zone = 'US/Pacific-New' where user_id = ${volunteer.id}`.execute(
      database.db,
    );
    await sql`update organizations set time_zone = 'Foo5' where id = ${organizationId}`.execute(database.db);
    await sql`update shifts set time_zone = 'Mars/Phobos' where id = ${shift}`.execute(database.db);
    for (const [who, path] of [
      [client, `/shifts/${shift}/eligibility?user_id=${volunteer.id}`],
      [client, `/shifts/${shift}/candidates`],
      [client, `/organizations/${organizationId}/leaderboard?period=month`],
      [client, `/organizations/${organizationId}/hours`],
      [own, `/shifts?eligible=me&organization_id=${organizationId}`],
      [own, '/me'],
      [own, '/me/availability'],
      [own, '/me/hours'],
      [own, '/me/registrations'],
    ] as const)
      expect200(await who.get(path));
    const bulk = await client.post(`/shifts/${shift}/signups/bulk`, { user_ids: [volunteer.id] });
    assert.equal(expect200(bulk).items[0].success, true, JSON.stringify(bulk.body));
    const late = await own.post(`/shifts/${shift}/checkin`, { user_id: volunteer.id });
    assert.match(JSON.stringify(late.body), /\(UTC\)/);
    const next = expect200(await client.post('/shifts', { program_id: program, ...times })).id as number;
    assert.equal(expect200(await client.get(`/shifts/${next}`)).time_zone, 'UTC');
    assert.deepEqual(muster.errors, []);
  });
});

describe('the list of time zones', () => {
  it('follows the database when that has another list', async () => {
    await sql`insert into time_zones values ('Mars/Phobos')`.execute(database.db);
    await sql`delete from time_zones where name = 'Europe/Berlin'`.execute(database.db);
    await syncZones(database.pool);
    const { rows } = await sql<{ name: string }>`
      select name from time_zones where name in ('Mars/Phobos', 'Europe/Berlin')
    `.execute(database.db);
    assert.deepEqual(rows, [{ name: 'Europe/Berlin' }]);
  });

  it('is what the database reads stored names by', async () => {
    const names = ['Europe/Berlin', 'PST', 'Foo5', 'US/Pacific-New', 'europe/berlin', ''];
    const { rows } = await sql<{ zone: string }>`
      select known_zone(name) as zone from unnest(${names}::text[]) with ordinality as given (name, at) order by at
    `.execute(database.db);
    assert.deepEqual(
      rows.map((row) => row.zone),
      ['Europe/Berlin', 'UTC', 'UTC', 'UTC', 'UTC', 'UTC'],
    );
  });
});
