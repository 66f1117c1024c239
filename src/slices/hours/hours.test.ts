import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { recount } from '#demo/recount.ts';
import { systemCall } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
import { attendanceWorld } from '#test/attendance.ts';
import { skipWithoutCitus } from '#test/database.ts';
import { assertRefused, expect200 } from '#test/people.ts';
import { aggregateHours } from './commands/aggregate-hours.ts';

const world = await attendanceWorld('America/New_York');
const { as, database, platform, organizationId, programId, plant, signUp, shift, volunteer } = world;
const call = () => systemCall('test', platform.clock());
const instant = (text: string) => Temporal.Instant.from(text);

interface HoursRow {
  readonly user_id: number;
  readonly month: string;
  readonly minutes: number;
  readonly verified_minutes: number;
  readonly shifts: number;
}
async function storedHours(userId?: number): Promise<HoursRow[]> {
  const { rows } = await sql<HoursRow>`
    select user_id, month::text, minutes, verified_minutes, shifts from hours
    ${userId === undefined ? sql`` : sql`where user_id = ${userId}`} order by user_id, program_id, mission_id, month
  `.execute(database.db);
  return rows;
}

let moment = 0;
/** A registration on its own shift, long ago, so that nothing overlaps. */
async function register(userId: number, organization = organizationId): Promise<number> {
  moment += 1;
  const { rows } = await sql<{ id: number; shift_id: number }>`
    with made as (
      insert into shifts (organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status,
        created_at, updated_at)
      select organization_id, id, default_mission_id, 'Past', '2000-01-01Z'::timestamptz + make_interval(hours => ${moment}),
        '2000-01-01Z'::timestamptz + make_interval(hours => ${moment + 1}), 'UTC', 'published', now(), now()
      from programs where organization_id = ${organization} order by random() limit 1 returning *
    ), seats as (insert into shift_seats (shift_id, organization_id) select id, organization_id from made)
    insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
    select organization_id, id, ${userId}, 'active', start_time, end_time, 'import', now(), now() from made
    returning id, shift_id
  `.execute(database.db);
  const [made] = rows;
  assert.ok(made);
  await recount(database.db, made.shift_id - 1);
  return made.id;
}

describe('hours', () => {
  it('across midnight at a month’s end belong to both months, in the organization’s zone', async () => {
    const ada = await volunteer();
    // 22:30 on 31 October to 01:30 on 1 November in New York.
    await plant(await register(ada.id), instant('2026-11-01T02:30:00Z'), instant('2026-11-01T05:30:00Z'));
    await aggregateHours(platform, call(), { organizationId });
    assert.deepEqual(await storedHours(ada.id), [
      { user_id: ada.id, month: '2026-10-01', minutes: 90, verified_minutes: 0, shifts: 1 },
      { user_id: ada.id, month: '2026-11-01', minutes: 90, verified_minutes: 0, shifts: 0 },
    ]);
  });

  it('that a coordinator has corrected are split in proportion, and to the minute', async () => {
    const ada = await volunteer();
    await plant(
      await register(ada.id),
      instant('2026-11-01T03:00:00Z'),
      instant('2026-11-01T06:00:00Z'),
      100,
    );
    await aggregateHours(platform, call(), { organizationId });
    assert.deepEqual(
      (await storedHours(ada.id)).map(({ minutes }) => minutes),
      [33, 67],
    );
  });

  it('follow a change of the organization’s zone', async () => {
    const ada = await volunteer();
    await plant(await register(ada.id), instant('2026-05-31T20:00:00Z'), instant('2026-05-31T22:00:00Z'));
    const months = async () => (await storedHours(ada.id)).map(({ month }) => month.slice(0, 7));
    await aggregateHours(platform, call(), { organizationId });
    assert.deepEqual(await months(), ['2026-05']);
    const path = `/organizations/${organizationId}`;
    expect200(await as(world.owner.token).patch(path, { time_zone: 'Asia/Tokyo' }));
    assert.equal(expect200(await as(ada.token).get('/me/hours')).items[0].month, '2026-06');
    await aggregateHours(platform, call(), { organizationId });
    assert.deepEqual(await months(), ['2026-06']);
    expect200(await as(world.owner.token).patch(path, { time_zone: 'America/New_York' }));
  });

  it('are recalculated for days and months of the organization’s zone, or between two moments', async () => {
    const ada = await volunteer();
    // 22:00 on 30 June to 02:00 on 1 July in New York.
    await plant(await register(ada.id), instant('2026-07-01T02:00:00Z'), instant('2026-07-01T06:00:00Z'));
    const aggregate = (period: object) =>
      as(world.owner.token).post('/jobs/aggregate-hours', {
        organization_id: organizationId,
        user_id: ada.id,
        ...period,
      });
    for (const period of [
      { from: '2026-07', to: '2026-07' },
      { from: '2026-07-01', to: '2026-07-01' },
      { from: '2026-07-01T04:00:00Z', to: '2026-07-02T04:00:00Z' },
    ])
      assert.equal(expect200(await aggregate(period)).minutes, 120, JSON.stringify(period));
    for (const period of [{ from: '2026-07-32' }, { to: 'soon' }, { from: '2026-07-02', to: '2026-07-01' }])
      assertRefused(await aggregate(period), 400, 'validation_failed');
  });

  it('say once for each organization and run that they have changed', async () => {
    await aggregateHours(platform, call(), { organizationId });
    const before = (await world.eventsOf('hours.aggregated')).length;
    await aggregateHours(platform, call(), { organizationId, fromScratch: true });
    assert.equal((await world.eventsOf('hours.aggregated')).length, before, 'nothing has changed');
    const [ada, bea] = [await volunteer(), await volunteer()];
    for (const { id } of [ada, bea])
      await plant(await register(id), instant('2026-03-05T10:00:00Z'), instant('2026-03-05T12:00:00Z'));
    await aggregateHours(platform, call(), { organizationId });
    const events = (await world.eventsOf('hours.aggregated')).slice(before);
    assert.deepEqual(
      events.map(({ data }) => data),
      [{ people: 2, records: 2, minutes: 240 }],
    );
  });

  it('are answered for what was asked: person, program, days', async () => {
    const ada = await volunteer();
    await plant(await register(ada.id), instant('2026-03-05T10:00:00Z'), instant('2026-03-05T12:00:00Z'));
    await plant(await register(ada.id), instant('2026-04-05T10:00:00Z'), instant('2026-04-05T11:00:00Z'));
    const ask = (scope: object) =>
      aggregateHours(platform, call(), { organizationId, userId: ada.id, ...scope });
    assert.deepEqual(await ask({}), { records: 2, minutes: 180 });
    assert.deepEqual(await ask({ from: '2026-04' }), { records: 1, minutes: 60 });
    assert.deepEqual(await ask({ to: '2026-03-05T11:00:00Z' }), { records: 1, minutes: 60 });
    assert.deepEqual(await ask({ programId: programId + 1_000 }), { records: 0, minutes: 0 });
    assert.deepEqual(await ask({}), { records: 2, minutes: 180 }, 'the same twice');
    await assert.rejects(ask({ from: 'soon' }), { name: 'Refusal' });
  });

  it('leave a person whose record is being changed for the next run', async () => {
    const ada = await volunteer();
    const id = await register(ada.id);
    await plant(id, instant('2026-02-05T10:00:00Z'), instant('2026-02-05T12:00:00Z'));
    await inTransaction(database, {}, async (tx) => {
      await sql`update attendance set minutes = 7 where registration_id = ${id}`.execute(tx);
      const { minutes } = await aggregateHours(platform, call(), { organizationId });
      assert.ok(minutes >= 120, 'without waiting for it');
    });
    assert.equal(expect200(await as(ada.token).get('/me/hours')).totals.minutes, 7);
    await aggregateHours(platform, call(), { organizationId });
    assert.deepEqual(
      (await storedHours(ada.id)).map(({ minutes }) => minutes),
      [7],
    );
  });

  it('never miss a change that commits while they are added up', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => volunteer()));
    const registrations = await Promise.all(people.map(({ id }) => register(id)));
    const [from, to] = [instant('2026-02-05T10:00:00Z'), instant('2026-02-05T12:00:00Z')];
    for (const id of registrations) await plant(id, from, to);
    const change = async (id: number) => {
      for (let minutes = 1; minutes <= 15; minutes += 1)
        await sql`update attendance set minutes = ${minutes} where registration_id = ${id}`.execute(
          database.db,
        );
    };
    let isChanging = true;
    const addUp = async () => {
      while (isChanging) await aggregateHours(platform, call(), { organizationId });
    };
    const adding = [addUp(), addUp()];
    await Promise.all(registrations.map(change));
    isChanging = false;
    await Promise.all(adding);
    await aggregateHours(platform, call(), { organizationId });
    const minutes = (await Promise.all(people.map(({ id }) => storedHours(id))))
      .flat()
      .map((row) => row.minutes);
    assert.deepEqual(minutes, [15, 15, 15, 15]);
  });
});

const zones = [
  'America/New_York',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'UTC',
  'America/Asuncion',
];
const change = fc.record({
  person: fc.nat({ max: 3 }),
  // Near the ends of months and the changes of the clock.
  day: fc.constantFrom(
    '2026-03-08',
    '2026-03-31',
    '2026-10-31',
    '2026-11-01',
    '2026-12-31',
    '2026-02-28',
    '2026-06-15',
  ),
  startMinute: fc.nat({ max: 1_439 }),
  lastsMinutes: fc.oneof(fc.nat({ max: 600 }), fc.nat({ max: 60 * 24 * 40 }), fc.constant(0)),
  corrected: fc.option(fc.nat({ max: 9_999 })),
  verified: fc.boolean(),
  afterwards: fc.constantFrom('stays', 'goes', 'is corrected', 'is verified'),
});

describe('hours, whatever happens', () => {
  it('are the same added up by and by, from scratch, read on the spot, and reckoned by hand', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zones),
        fc.array(fc.array(change, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        async (zone, rounds) => {
          await sql`delete from attendance`.execute(database.db);
          await sql`update organizations set time_zone = ${zone} where id = ${organizationId}`.execute(
            database.db,
          );
          for (const round of rounds) {
            for (const one of round) await apply(one, zone);
            const onTheSpot = await grouped();
            await aggregateHours(platform, call(), { organizationId });
            const byAndBy = await storedHours();
            assert.deepEqual(await grouped(), onTheSpot);
            await sql`delete from hours`.execute(database.db);
            await aggregateHours(platform, call(), { organizationId, fromScratch: true });
            assert.deepEqual(await storedHours(), byAndBy);
            assert.deepEqual(onTheSpot, await reckoned(zone));
          }
        },
      ),
      // On a cluster, each takes seconds.
      { numRuns: skipWithoutCitus ? 25 : 8 },
    );
  });

  const people = Promise.all(Array.from({ length: 4 }, () => volunteer()));

  async function apply(one: typeof change extends fc.Arbitrary<infer T> ? T : never, zone: string) {
    const id = await register((await people)[one.person]?.id ?? 0);
    const start = Temporal.PlainDate.from(one.day)
      .toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(0) })
      .toInstant()
      .add({ minutes: one.startMinute });
    await plant(id, start, start.add({ minutes: one.lastsMinutes }), one.corrected ?? undefined);
    const set = async (fragment: ReturnType<typeof sql>) =>
      await sql`update attendance set ${fragment} where registration_id = ${id}`.execute(database.db);
    if (one.verified) await set(sql`verified_at = now()`);
    if (one.afterwards === 'goes')
      await sql`delete from attendance where registration_id = ${id}`.execute(database.db);
    if (one.afterwards === 'is corrected') await set(sql`minutes = minutes / 2, verified_at = null`);
    if (one.afterwards === 'is verified') await set(sql`verified_at = now()`);
  }

  /** What the API shows, by person and month. */
  async function grouped(): Promise<Map<string, number[]>> {
    const found = new Map<string, number[]>();
    for (const person of await people) {
      const { items } = expect200(await as(person.token).get('/me/hours'));
      for (const { month, minutes, verified_minutes, shifts } of items) {
        const key = `${person.id} ${month}`;
        const [a = 0, b = 0, c = 0] = found.get(key) ?? [];
        found.set(key, [a + minutes, b + verified_minutes, c + shifts]);
      }
    }
    return new Map([...found].sort());
  }

  /** By hand: each month's end is where Temporal says it is. */
  async function reckoned(zone: string): Promise<Map<string, number[]>> {
    const rows = await database.db
      .selectFrom('attendance')
      .selectAll()
      .where('minutes', 'is not', null)
      .execute();
    const found = new Map<string, number[]>();
    for (const { user_id, minutes, checked_in_at, checked_out_at, verified_at } of rows) {
      const [from, to] = [checked_in_at as Temporal.Instant, checked_out_at as Temporal.Instant];
      let month = from.toZonedDateTimeISO(zone).toPlainDate().toPlainYearMonth();
      for (let counted = 0, isFirst = true; isFirst || counted < (minutes ?? 0); isFirst = false) {
        const next = month.add({ months: 1 });
        const end = next.toPlainDate({ day: 1 }).toZonedDateTime(zone).toInstant();
        const until = passed(from, to, minutes ?? 0, end);
        const key = `${user_id} ${month}`;
        const [a = 0, b = 0, c = 0] = found.get(key) ?? [];
        const part = until - counted;
        if (part > 0 || isFirst)
          found.set(key, [a + part, b + (verified_at ? part : 0), c + (isFirst ? 1 : 0)]);
        counted = until;
        month = next;
      }
    }
    return new Map([...found].sort());
  }

  function passed(
    from: Temporal.Instant,
    to: Temporal.Instant,
    minutes: number,
    at: Temporal.Instant,
  ): number {
    if (Temporal.Instant.compare(at, to) >= 0) return minutes;
    const share = BigInt(minutes) * BigInt(at.epochMilliseconds - from.epochMilliseconds);
    return Number(share / BigInt(to.epochMilliseconds - from.epochMilliseconds));
  }
});

describe('GET /organizations/{id}/hours', () => {
  const path = `/organizations/${organizationId}/hours`;
  const read = async (query: string) => expect200(await as(world.coordinator.token).get(`${path}?${query}`));

  it('groups by person, program or month, in pages, with totals, and never lags', async () => {
    await sql`delete from attendance`.execute(database.db);
    const people = [await world.volunteer(), await world.volunteer(), await world.volunteer()];
    for (const [index, { id }] of people.entries()) {
      await sql`update users set name = ${`Person ${3 - index}`} where id = ${id}`.execute(database.db);
      await plant(await register(id), instant('2026-03-05T10:00:00Z'), instant('2026-03-05T12:00:00Z'));
      await plant(await register(id), instant('2026-04-05T10:00:00Z'), instant('2026-04-05T11:00:00Z'));
    }
    const first = await read('limit=2');
    assert.deepEqual(
      first.items.map((item: { user_name: string; minutes: number }) => [item.user_name, item.minutes]),
      [
        ['Person 1', 180],
        ['Person 2', 180],
      ],
    );
    assert.deepEqual(first.totals, { minutes: 540, verified_minutes: 0, shifts: 6 });
    const second = await read(`limit=2&cursor=${first.next_cursor}`);
    assert.deepEqual([second.items.length, second.next_cursor], [1, null]);
    const months = await read('group_by=month&to=2026-04-05');
    assert.deepEqual(
      months.items.map((item: { month: string; minutes: number }) => [item.month, item.minutes]),
      [
        ['2026-03', 360],
        ['2026-04', 180],
      ],
    );
    assert.equal((await read(`group_by=program&user_id=${people[0]?.id}`)).items[0].minutes, 180);
    assert.deepEqual((await read('from=2026-05')).items, []);
    assert.deepEqual((await read(`program_id=${programId + 999}`)).totals.minutes, 0);
  });

  it('is a file on request, with names that no spreadsheet runs', async () => {
    const [person] = (await read('limit=1')).items;
    await sql`update users set name = '=HYPERLINK("http://x","a,b")' where id = ${person.user_id}`.execute(
      database.db,
    );
    const csv = await as(world.coordinator.token).get(`${path}?format=csv`);
    assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8; header=present');
    assert.match(csv.headers['content-disposition'] ?? '', /attachment; filename="hours-by-person.csv"/);
    const lines = (csv.body as string).split('\r\n');
    assert.equal(lines[0], '\uFEFFName,Hours,Verified hours,Attended,Minutes,Verified minutes,ID');
    assert.ok(lines.includes(`"'=HYPERLINK(""http://x"",""a,b"")",3,0,2,180,0,${person.user_id}`), csv.body);
    const byHeader = await as(world.coordinator.token).get(`${path}?group_by=month`, { accept: 'text/csv' });
    assert.match(byHeader.body, /Minutes,Verified minutes\r\n2026-03,6,0,3,360,0\r\n/);
  });

  it('is for coordinators', async () => {
    assertRefused(await as(world.desk.token).get(path), 403, 'forbidden');
    assertRefused(await as((await world.person()).token).get(path), 404, 'not_found');
    assertRefused(await as(world.coordinator.token).get(`${path}?from=soon`), 400, 'validation_failed');
    const key = await world.apiKey(world.owner, organizationId, ['attendance']);
    const german = await as(key).get(`${path}?from=2026-02&to=2026-01`, { 'accept-language': 'de-AT' });
    assert.equal(german.headers['content-language'], 'de');
    assert.equal(german.body.detail, 'Der Zeitraum endet, bevor er beginnt. Wähle ein späteres Ende.');
    assert.deepEqual(german.body.errors[0].code, 'before_from');
    assertRefused(await as(world.coordinator.token).get(`${path}?cursor=WzEsMV0`), 400, 'validation_failed');
  });

  it('shows people their own, by organization, program and month', async () => {
    const ada = await volunteer();
    await plant(
      await signUp(ada, await shift(-500)),
      instant('2026-03-05T10:00:00Z'),
      instant('2026-03-05T12:00:00Z'),
    );
    const { totals, organizations, items } = expect200(
      await as(ada.token).get('/me/hours?from=2026-03-01&to=2026-03-31'),
    );
    const figures = { minutes: 120, verified_minutes: 0, shifts: 1 };
    const organization = { organization_id: organizationId, organization_name: 'Harbor <Food> & Co' };
    assert.deepEqual(totals, figures);
    assert.deepEqual(organizations, [{ ...organization, ...figures }]);
    assert.deepEqual(items, [
      { ...organization, program_id: programId, program_name: 'Saturdays', month: '2026-03', ...figures },
    ]);
    assert.deepEqual(expect200(await as(ada.token).get('/me/hours?organization_id=999999')).items, []);
  });

  it('was read without a 500', () => assert.deepEqual(world.errors, []));
});
