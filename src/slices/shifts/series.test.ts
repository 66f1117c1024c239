import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRefused, expect200, refusedFields } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { extendAllSeries } from './commands/extend-series.ts';

const harbor = await planning();
const { muster, planner, programId } = harbor;
const berlin = 'Europe/Berlin';

interface Made {
  readonly id: number;
  readonly series_id: number;
  readonly shift_ids: number[];
}

async function series(recurrence: string, from: string, until: string, fields: object = {}): Promise<Made> {
  const instant = (local: string) =>
    Temporal.PlainDateTime.from(local).toZonedDateTime(berlin).toInstant().toString();
  const times = { start_time: instant(from), end_time: instant(until), time_zone: berlin };
  return expect200(await planner.post('/shifts', { program_id: programId, ...times, ...fields, recurrence }));
}

/** Local starts of the planned shifts, in order. */
async function starts(seriesId: number, status = 'published'): Promise<string[]> {
  const { items } = expect200(
    await planner.get(
      `/shifts?series_id=${seriesId}&status=${status}&organization_id=${harbor.organizationId}&limit=200`,
    ),
  );
  return items.map(({ start_time }: { start_time: string }) => local(start_time));
}

function local(text: string, zone = berlin): string {
  return Temporal.Instant.from(text)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
}

describe('a series', () => {
  it('stays at its time on the clock across daylight-saving changes, without the excluded dates', async () => {
    const made = await series(
      'RRULE:FREQ=WEEKLY;BYDAY=SA;COUNT=5\nEXDATE:20310405T090000',
      '2031-03-22T09:00',
      '2031-03-22T12:00',
    );
    assert.equal(made.shift_ids.length, 4);
    assert.equal(made.id, made.shift_ids[0]);
    assert.deepEqual(await starts(made.series_id), [
      '2031-03-22T09:00',
      '2031-03-29T09:00',
      '2031-04-12T09:00',
      '2031-04-19T09:00',
    ]);
    const first = expect200(await planner.get(`/shifts/${made.id}`));
    const last = expect200(await planner.get(`/shifts/${made.shift_ids[3]}`));
    assert.deepEqual(
      [first.start_time, last.start_time],
      ['2031-03-22T08:00:00.000Z', '2031-04-19T07:00:00.000Z'],
    );
    assert.equal(first.series_id, made.series_id);
  });

  it('moves the hour that does not exist on, and takes the first of the hour that comes twice', async () => {
    const spring = await series('FREQ=DAILY;COUNT=3', '2031-03-29T02:30', '2031-03-29T04:30');
    const { items } = expect200(await planner.get(`/shifts?series_id=${spring.series_id}`));
    assert.deepEqual(
      items.map((item: { start_time: string }) => item.start_time),
      ['2031-03-29T01:30:00.000Z', '2031-03-30T01:30:00.000Z', '2031-03-31T00:30:00.000Z'],
    );
    const autumn = await series('FREQ=DAILY;COUNT=2', '2031-10-25T02:30', '2031-10-25T05:00');
    const { items: twice } = expect200(await planner.get(`/shifts?series_id=${autumn.series_id}`));
    assert.deepEqual(
      twice.map((item: { start_time: string; end_time: string }) => [item.start_time, item.end_time]),
      [
        ['2031-10-25T00:30:00.000Z', '2031-10-25T03:00:00.000Z'],
        ['2031-10-26T00:30:00.000Z', '2031-10-26T04:00:00.000Z'],
      ],
    );
  });

  it('is refused where it has no occurrence, too many, or cannot be read', async () => {
    for (const recurrence of [
      'FREQ=HOURLY',
      'every Monday',
      'FREQ=DAILY;COUNT=501',
      'FREQ=DAILY;UNTIL=20400101',
      'FREQ=DAILY;COUNT=2;UNTIL=20310401',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31;COUNT=3',
      'FREQ=DAILY;UNTIL=20200101',
    ]) {
      const answer = await planner.post('/shifts', {
        program_id: programId,
        start_time: '2031-03-22T09:00:00Z',
        end_time: '2031-03-22T10:00:00Z',
        recurrence,
      });
      assertRefused(answer, 400, 'validation_failed');
      assert.deepEqual(refusedFields(answer), ['recurrence'], recurrence);
    }
  });

  it('without an end is made ahead for half a year, and further as time goes on, each occurrence once', async () => {
    const now = Temporal.Now.instant();
    const start = now
      .add({ hours: 24 })
      .toZonedDateTimeISO(berlin)
      .with({ hour: 18, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 });
    const from = start.toPlainDateTime().toString();
    const until = start.add({ hours: 2 }).toPlainDateTime().toString();
    const made = await series('FREQ=WEEKLY', from, until, { capacity: 3 });
    assert.equal(made.shift_ids.length, 26);
    assert.equal(await extendAllSeries(muster.platform, now), 0);
    const later = now.add({ hours: 24 * 30 });
    const counts = await Promise.all([1, 2, 3].map(() => extendAllSeries(muster.platform, later)));
    assert.deepEqual(counts.sort(), [0, 0, 4]);
    const all = await starts(made.series_id);
    assert.equal(all.length, 30);
    assert.ok(all.every((one) => one.endsWith('T18:00')));
    assert.equal(new Set(all).size, 30);
  });

  it('that is too long for one call goes on where the call stopped', async () => {
    const day = Temporal.Now.zonedDateTimeISO(berlin).add({ days: 1 }).toPlainDate().toString();
    const made = await series('FREQ=DAILY;BYHOUR=8,12,16', `${day}T08:00`, `${day}T09:00`);
    assert.equal(made.shift_ids.length, 500);
    const more = await extendAllSeries(muster.platform, Temporal.Now.instant());
    // 180 days with three each, less what of the last day lies behind the horizon.
    assert.ok(more >= 36 && more <= 40, `${more}`);
  });
});

describe('series that are made ahead', () => {
  it('do not stop for one that cannot be extended', async () => {
    const day = Temporal.Now.zonedDateTimeISO(berlin).add({ days: 1 }).toPlainDate().toString();
    const broken = await series('FREQ=WEEKLY', `${day}T10:00`, `${day}T11:00`);
    const sound = await series('FREQ=WEEKLY', `${day}T10:00`, `${day}T11:00`);
    await sql`update series set rule = 'nonsense' where id = ${broken.series_id}`.execute(muster.database.db);
    const before = await starts(sound.series_id);
    await extendAllSeries(muster.platform, Temporal.Now.instant().add({ hours: 24 * 30 }));
    assert.ok((await starts(sound.series_id)).length > before.length);
    assert.deepEqual(
      muster.errors.map(({ job }) => job),
      ['extend_series'],
    );
    await sql`update series set made_until = null where id = ${broken.series_id}`.execute(muster.database.db);
  });
});

describe('an endless series of an archived program', () => {
  it('is not extended until it is restored, and then from that day on', async () => {
    const program_id = await harbor.program({ name: 'Winter' });
    const now = Temporal.Now.instant();
    const day = now.toZonedDateTimeISO(berlin).add({ days: 1 }).toPlainDate();
    const made = await series('FREQ=WEEKLY', `${day}T10:00`, `${day}T11:00`, { program_id });
    const before = await starts(made.series_id);
    expect200(await planner.post(`/programs/${program_id}/archive`));
    await extendAllSeries(muster.platform, now.add({ hours: 24 * 30 }));
    assert.deepEqual(await starts(made.series_id), before);
    expect200(await planner.post(`/programs/${program_id}/restore`));
    const later = now.add({ hours: 24 * 250 });
    await extendAllSeries(muster.platform, later);
    const added = (await starts(made.series_id)).slice(before.length);
    assert.ok(added.length > 20);
    assert.ok(
      added.every((one) => one > local(later.toString())),
      `${added}`,
    );
  });
});

describe('editing a series', () => {
  it('changes one occurrence, and leaves it alone when all are changed', async () => {
    const made = await series('FREQ=WEEKLY;COUNT=4', '2031-05-03T09:00', '2031-05-03T11:00');
    const [a, b, c, d] = made.shift_ids;
    const one = expect200(await planner.patch(`/shifts/${b}`, { title: 'Special' }));
    assert.deepEqual([one.changed, one.title], [1, 'Special']);
    const all = expect200(await planner.patch(`/shifts/${a}`, { title: 'Usual', capacity: 5, scope: 'all' }));
    assert.equal(all.changed, 3);
    const titles = await Promise.all(
      [a, b, c, d].map(async (id) => expect200(await planner.get(`/shifts/${id}`)).title),
    );
    assert.deepEqual(titles, ['Usual', 'Special', 'Usual', 'Usual']);
    const following = expect200(await planner.patch(`/shifts/${c}`, { title: 'Late', scope: 'following' }));
    assert.equal(following.changed, 2);
    assert.equal(expect200(await planner.get(`/shifts/${a}`)).title, 'Usual');
    const alone = await harbor.shift();
    const answer = await planner.patch(`/shifts/${alone}`, { title: 'x', scope: 'all' });
    assert.deepEqual(refusedFields(answer), ['scope']);
  });

  it('still applies to an occurrence that was saved as it is', async () => {
    const made = await series('FREQ=WEEKLY;COUNT=3', '2031-05-04T09:00', '2031-05-04T11:00', { capacity: 4 });
    const [a, b, c] = made.shift_ids;
    const before = expect200(await planner.get(`/shifts/${b}`));
    const { title, description, location, start_time, end_time, time_zone, capacity } = before;
    const form = { title, description, location, start_time, end_time, time_zone, capacity };
    expect200(await planner.patch(`/shifts/${b}`, { ...form, roles: [] }));
    expect200(await planner.patch(`/shifts/${c}`, {}));
    assert.deepEqual(expect200(await planner.get(`/shifts/${b}`)), before);
    const news = sql<{ count: number }>`
      select count(*)::integer as count from events
      where type = 'shift.updated' and data->'shift'->>'id' in (${String(b)}, ${String(c)})
    `;
    assert.equal((await news.execute(muster.database.db)).rows[0]?.count, 0);
    expect200(await planner.patch(`/shifts/${a}`, { title: 'Usual', scope: 'all' }));
    for (const id of [a, b, c]) assert.equal(expect200(await planner.get(`/shifts/${id}`)).title, 'Usual');
    expect200(await planner.patch(`/shifts/${c}`, { follows_series: false }));
    expect200(await planner.patch(`/shifts/${a}`, { title: 'New', scope: 'all' }));
    assert.equal(expect200(await planner.get(`/shifts/${c}`)).title, 'Usual');
  });

  it('moves all by the clock, across the daylight-saving change', async () => {
    const made = await series('FREQ=WEEKLY;COUNT=4', '2031-03-20T18:00', '2031-03-20T20:00');
    const start = Temporal.ZonedDateTime.from(`2031-03-20T19:30[${berlin}]`);
    expect200(
      await planner.patch(`/shifts/${made.id}`, {
        start_time: start.toInstant().toString(),
        end_time: start.add({ hours: 2 }).toInstant().toString(),
        scope: 'all',
      }),
    );
    assert.deepEqual(await starts(made.series_id), [
      '2031-03-20T19:30',
      '2031-03-27T19:30',
      '2031-04-03T19:30',
      '2031-04-10T19:30',
    ]);
  });

  it('moves all to another zone by its clock, in the weeks too when only one of the two has changed its clocks', async () => {
    const made = await series('FREQ=WEEKLY;COUNT=4', '2031-03-01T18:00', '2031-03-01T20:00');
    const newYork = 'America/New_York';
    const start = Temporal.ZonedDateTime.from(`2031-03-01T18:00[${newYork}]`);
    const times = {
      start_time: start.toInstant().toString(),
      end_time: start.add({ hours: 2 }).toInstant().toString(),
    };
    expect200(await planner.patch(`/shifts/${made.id}`, { ...times, time_zone: newYork, scope: 'all' }));
    const { items } = expect200(await planner.get(`/shifts?series_id=${made.series_id}`));
    assert.deepEqual(
      items.map((item: { start_time: string }) => local(item.start_time, newYork)),
      ['2031-03-01T18:00', '2031-03-08T18:00', '2031-03-15T18:00', '2031-03-22T18:00'],
    );
  });

  it('moves none of them to a year that no list can go on from', async () => {
    const made = await series('FREQ=WEEKLY;COUNT=2', '2031-03-01T18:00', '2031-03-01T20:00');
    const times = { start_time: '1000-01-02T18:00:00Z', end_time: '1000-01-02T20:00:00Z' };
    expect200(await planner.patch(`/shifts/${made.id}`, times));
    const far = { start_time: '8999-01-01T18:00:00Z', end_time: '8999-01-01T20:00:00Z', scope: 'all' };
    const answer = await planner.patch(`/shifts/${made.id}`, far);
    assertRefused(answer, 400, 'validation_failed');
    assert.deepEqual(refusedFields(answer), ['start_time']);
  });

  it('makes none of them longer or shorter than a shift can be', async () => {
    const end = (day: number, time: string) =>
      Temporal.ZonedDateTime.from(`2031-06-${day}T${time}[${berlin}]`).toInstant().toString();
    const lengths = async (ids: number[]) =>
      Promise.all(
        ids.map(async (id) => {
          const { start_time, end_time } = expect200(await planner.get(`/shifts/${id}`));
          return Temporal.Instant.from(start_time).until(end_time).total('minutes');
        }),
      );
    for (const [first, following, all, kept] of [
      ['2031-06-09T08:00', end(16, '09:00'), end(23, '08:00'), [7 * 24 * 60, 60]],
      ['2031-06-02T09:00', end(16, '10:00'), end(16, '09:00:30'), [60, 120]],
    ] as const) {
      const made = await series('FREQ=WEEKLY;COUNT=4', '2031-06-02T08:00', first);
      const [a = 0, , c = 0] = made.shift_ids;
      const scoped = (end_time: string, scope: string, dry_run = false) =>
        planner.patch(`/shifts/${c}`, { end_time, scope, dry_run });
      expect200(await scoped(following, 'following'));
      const answer = await scoped(all, 'all');
      assertRefused(answer, 400, 'validation_failed');
      assert.deepEqual(
        answer.body.errors.map((error: { code: string; params: { shift_id: number } }) => [
          error.code,
          error.params.shift_id,
        ]),
        made.shift_ids.slice(0, 2).map((id) => ['wrong_length', id]),
      );
      assert.equal(expect200(await scoped(all, 'all', true)).preview.refusals.length, 2);
      assert.deepEqual(await lengths([a, c]), kept);
    }
  });

  it('lets seven days be an hour longer when the clocks go back', async () => {
    const made = await series('FREQ=WEEKLY;COUNT=3', '2031-10-18T08:00', '2031-10-25T08:00');
    const later = (day: string) =>
      Temporal.ZonedDateTime.from(`${day}T09:00[${berlin}]`).toInstant().toString();
    const times = { start_time: later('2031-10-18'), end_time: later('2031-10-25') };
    expect200(await planner.patch(`/shifts/${made.id}`, { ...times, scope: 'all' }));
    const { end_time } = expect200(await planner.get(`/shifts/${made.shift_ids[1]}`));
    assert.equal(local(end_time), '2031-11-01T09:00');
  });

  it('leaves something of an occurrence whose hour the clock skips', async () => {
    const made = await series('FREQ=WEEKLY;COUNT=3', '2031-03-23T10:00', '2031-03-23T12:00');
    const start = Temporal.ZonedDateTime.from(`2031-03-23T02:30[${berlin}]`);
    expect200(
      await planner.patch(`/shifts/${made.id}`, {
        start_time: start.toInstant().toString(),
        end_time: start.add({ minutes: 30 }).toInstant().toString(),
        scope: 'all',
      }),
    );
    const skipped = expect200(await planner.get(`/shifts/${made.shift_ids[1]}`));
    assert.deepEqual(
      [skipped.start_time, skipped.end_time],
      ['2031-03-30T01:30:00.000Z', '2031-03-30T02:00:00.000Z'],
    );
  });

  it('brings an occurrence back whose hour the clock has skipped', async () => {
    const whole = ['2031-03-23T10:00', '2031-03-30T10:00', '2031-04-06T10:00'];
    for (const minutes of [30, 120]) {
      const made = await series('FREQ=WEEKLY;COUNT=3', '2031-03-23T10:00', '2031-03-23T12:00');
      const move = async (time: string, length: number) => {
        const start = Temporal.ZonedDateTime.from(`2031-03-23T${time}[${berlin}]`);
        const times = {
          start_time: start.toInstant().toString(),
          end_time: start.add({ minutes: length }).toInstant().toString(),
        };
        expect200(await planner.patch(`/shifts/${made.id}`, { ...times, scope: 'all' }));
      };
      await move('02:30', minutes);
      assert.equal((await starts(made.series_id))[1], '2031-03-30T03:30');
      await move('10:00', 120);
      assert.deepEqual(await starts(made.series_id), whole);
      const ends = await Promise.all(
        made.shift_ids.map(async (id) => local(expect200(await planner.get(`/shifts/${id}`)).end_time)),
      );
      assert.deepEqual(
        ends,
        whole.map((start) => start.replace('10:00', '12:00')),
      );
    }
  });

  it('moves all to the times of an occurrence whose hour the clock has skipped', async () => {
    const first = '2031-03-23T02:30';
    for (const until of ['2031-03-23T03:00', '2031-03-23T05:00']) {
      const made = await series('FREQ=WEEKLY', first, until);
      const start = Temporal.ZonedDateTime.from(`2031-03-30T10:00[${berlin}]`);
      const times = {
        start_time: start.toInstant().toString(),
        end_time: start.add({ hours: 2 }).toInstant().toString(),
      };
      expect200(await planner.patch(`/shifts/${made.shift_ids[1]}`, { ...times, scope: 'all' }));
      const { items } = expect200(await planner.get(`/shifts?series_id=${made.series_id}&limit=3`));
      assert.deepEqual(
        items.map((item: { start_time: string; end_time: string }) => [
          local(item.start_time),
          local(item.end_time),
        ]),
        ['2031-03-23', '2031-03-30', '2031-04-06'].map((day) => [`${day}T10:00`, `${day}T12:00`]),
      );
      const { rows } = await sql<{ start: Temporal.Instant }>`
        select start_time as start from series where id = ${made.series_id}
      `.execute(muster.database.db);
      assert.equal(local(String(rows[0]?.start)), '2031-03-23T10:00');
    }
  });

  it('moves a person who is on several of them past the one in front', async () => {
    const made = await series('FREQ=DAILY;BYHOUR=8,10;COUNT=4', '2031-06-02T08:00', '2031-06-02T10:00');
    const ada = await harbor.volunteer();
    for (const id of made.shift_ids) expect200(await harbor.signUp(ada, id));
    const at = (hour: number) =>
      Temporal.ZonedDateTime.from(`2031-06-02T${String(hour).padStart(2, '0')}:00[${berlin}]`)
        .toInstant()
        .toString();
    expect200(
      await planner.patch(`/shifts/${made.id}`, { start_time: at(9), end_time: at(11), scope: 'all' }),
    );
    assert.deepEqual((await starts(made.series_id)).slice(0, 2), ['2031-06-02T09:00', '2031-06-02T11:00']);
    expect200(
      await planner.patch(`/shifts/${made.id}`, { start_time: at(7), end_time: at(9), scope: 'all' }),
    );
    assert.deepEqual((await starts(made.series_id)).slice(0, 2), ['2031-06-02T07:00', '2031-06-02T09:00']);
  });

  it('without an end goes on as it was changed: once each, at the new time, with the new fields', async () => {
    const now = Temporal.Now.instant();
    const day = now.toZonedDateTimeISO(berlin).add({ days: 1 }).toPlainDate();
    const made = await series('FREQ=DAILY', `${day}T06:00`, `${day}T07:00`);
    const before = await starts(made.series_id);
    const moved = Temporal.ZonedDateTime.from(`${day}T22:00[${berlin}]`);
    expect200(
      await planner.patch(`/shifts/${made.id}`, {
        start_time: moved.toInstant().toString(),
        end_time: moved.add({ hours: 1 }).toInstant().toString(),
        title: 'At night',
        scope: 'all',
      }),
    );
    await extendAllSeries(muster.platform, now.add({ hours: 24 * 10 }));
    const after = await starts(made.series_id);
    const days = after.map((one) => one.slice(0, 10));
    assert.ok(after.length > before.length);
    assert.ok(after.every((one) => one.endsWith('T22:00')));
    assert.equal(new Set(days).size, days.length);
    const span = Temporal.PlainDate.from(days[0] ?? '').until(days.at(-1) ?? '').days;
    assert.equal(span, days.length - 1);
  });

  it('without an end keeps its days and what it excludes when its zone, its rule or its day says them otherwise', async () => {
    const now = Temporal.Now.instant();
    const later = now.add({ hours: 24 * 40 });
    const monday = now
      .toZonedDateTimeISO(berlin)
      .toPlainDate()
      .add({ days: 14 - now.toZonedDateTimeISO(berlin).dayOfWeek + 1 });
    const excluded = monday.add({ weeks: 28 });
    const text = excluded.toString().replaceAll('-', '');
    const made = await series(
      `FREQ=WEEKLY;BYDAY=MO\nEXDATE:${text}T230000`,
      `${monday}T23:00`,
      `${monday}T23:30`,
    );
    const tokyo = 'Asia/Tokyo';
    const start = Temporal.ZonedDateTime.from(`${monday}T07:00[${tokyo}]`);
    const times = {
      start_time: start.toInstant().toString(),
      end_time: start.add({ minutes: 30 }).toInstant().toString(),
    };
    expect200(await planner.patch(`/shifts/${made.id}`, { ...times, time_zone: tokyo, scope: 'all' }));
    await extendAllSeries(muster.platform, later);
    const { items } = expect200(await planner.get(`/shifts?series_id=${made.series_id}&limit=200`));
    const all: string[] = items.map((item: { start_time: string }) => local(item.start_time, tokyo));
    assert.ok(all.length > made.shift_ids.length);
    assert.ok(
      all.every((one) => one.endsWith('T07:00') && Temporal.PlainDateTime.from(one).dayOfWeek === 1),
      `${all}`,
    );
    assert.ok(all.some((one) => one > `${excluded}`) && !all.includes(`${excluded}T07:00`));
  });

  it('without an end moves along from a start that its rule does not name', async () => {
    const now = Temporal.Now.instant();
    const first = now.toZonedDateTimeISO(berlin).toPlainDate().add({ months: 1 }).with({ day: 1 });
    const made = await series('FREQ=MONTHLY;BYMONTHDAY=15', `${first}T09:00`, `${first}T10:00`);
    const start = Temporal.ZonedDateTime.from(`${first.with({ day: 16 })}T09:00[${berlin}]`);
    const times = {
      start_time: start.toInstant().toString(),
      end_time: start.add({ hours: 1 }).toInstant().toString(),
    };
    expect200(await planner.patch(`/shifts/${made.id}`, { ...times, scope: 'all' }));
    await extendAllSeries(muster.platform, now.add({ hours: 24 * 90 }));
    const all = await starts(made.series_id);
    assert.ok(all.length > made.shift_ids.length);
    assert.ok(
      all.every((one) => one.endsWith('-16T09:00')),
      `${all}`,
    );
  });

  it('publishes and cancels this, the following or all, edited ones too, and ends what was endless', async () => {
    const now = Temporal.Now.instant();
    const day = now.toZonedDateTimeISO(berlin).add({ days: 1 }).toPlainDate();
    const made = await series('FREQ=WEEKLY', `${day}T06:00`, `${day}T07:00`, { status: 'draft' });
    const [first, second, third] = made.shift_ids;
    expect200(await planner.post(`/shifts/${first}/publish`));
    assert.equal((await starts(made.series_id)).length, 1);
    expect200(await planner.patch(`/shifts/${third}`, { title: 'Edited' }));
    expect200(await planner.post(`/shifts/${first}/publish`, { scope: 'all' }));
    assert.equal((await starts(made.series_id)).length, made.shift_ids.length);
    await extendAllSeries(muster.platform, now.add({ hours: 24 * 40 }));
    const all = await starts(made.series_id);
    assert.ok(all.length > made.shift_ids.length);
    const answer = expect200(
      await planner.post(`/shifts/${second}/cancel`, { scope: 'following', reason: 'Over' }),
    );
    assert.equal(answer.cancelled, all.length - 1);
    assert.equal((await starts(made.series_id)).length, 1);
    await extendAllSeries(muster.platform, now.add({ hours: 24 * 400 }));
    assert.equal((await starts(made.series_id)).length, 1);
  });
});
