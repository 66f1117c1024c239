import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { recount } from '#demo/recount.ts';
import type { Call } from '#kernel/call.ts';
import { inTransaction } from '#platform/db/index.ts';
import { skipBehindPooler } from '#test/database.ts';
import { assertRefused, expect200, type Person } from '#test/people.ts';
import { planning } from '#test/planning.ts';
import { countStatements } from '#test/statements.ts';
import { extendAllSeries } from './commands/extend-series.ts';
import type { SeriesChangeRow } from './sql/series-changes.ts';
import { continueChange, finishSeriesChange } from './steps/run-series-change.ts';
import { type ShiftRequest, workOnShifts } from './steps/work-on-shifts.ts';

const harbor = await planning();
const { muster, planner, programId, organizationId } = harbor;
const { db } = muster.database;

interface Made {
  readonly id: number;
  readonly series_id: number;
  readonly shift_ids: number[];
}

/** Years ahead, whatever the clock shows: series that have begun are changed in other ways. */
let { year } = Temporal.Now.plainDateISO('UTC').add({ years: 5 });

/** A daily series at 10:00 UTC, in its own year. */
async function series(count: number, fields: object = {}): Promise<Made> {
  year += 1;
  const body = {
    program_id: programId,
    start_time: `${year}-01-01T10:00:00Z`,
    end_time: `${year}-01-01T11:00:00Z`,
    recurrence: `FREQ=DAILY;COUNT=${count}`,
    ...fields,
  };
  return expect200(await planner.post('/shifts', body));
}

/** Puts people on all shifts of a series. */
async function fill(made: Made, people: readonly Person[], status = 'active'): Promise<void> {
  await sql`
    insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
    select s.organization_id, s.id, person.id, ${status}, s.start_time, s.end_time, 'self_service', now(), now()
    from shifts s, unnest(${people.map(({ id }) => id)}::bigint[]) as person (id) where s.series_id = ${made.series_id}
  `.execute(db);
  await recount(db);
}

/** Nine hours on, for the named shift and with it for the others. */
const later = () => ({ start_time: `${year}-01-01T19:00:00Z`, end_time: `${year}-01-01T20:00:00Z` });

const requests: [string, object, (made: Made) => Promise<{ body: { operation?: SeriesChangeRow } }>][] = [
  ['change', {}, ({ id }) => planner.patch(`/shifts/${id}`, { ...later(), title: 'New', scope: 'all' })],
  ['publish', { status: 'draft' }, ({ id }) => planner.post(`/shifts/${id}/publish`, { scope: 'all' })],
  ['cancel', {}, ({ id }) => planner.post(`/shifts/${id}/cancel`, { scope: 'all', reason: 'Storm' })],
];

/** Starts a change and leaves all of the work to the job, as a process that dies right after does. */
async function startOnly(id: number, kind: 'change' | 'cancel', input: object): Promise<SeriesChangeRow> {
  const request: ShiftRequest<{ operation?: SeriesChangeRow }> = {
    kind,
    scope: 'all',
    check: async () => {},
    input: ({ start_time, end_time, time_zone }) => ({
      named: { id, start_time: start_time.toString(), end_time: end_time.toString(), time_zone },
      alone: false,
      ...input,
    }),
    changeSeries: async () => {},
    answer: async (_db, { operation }) => ({ ...(operation && { operation }) }),
  };
  const call: Call = {
    actor: { kind: 'person', userId: harbor.owner.id, sessionId: harbor.owner.sessionId, language: 'en' },
    language: 'en',
    now: muster.platform.clock(),
    requestId: `request-${year}`,
    address: null,
    userAgent: null,
  };
  const { operation } = await workOnShifts(muster.platform, call, id, request, {
    budgetMs: 0,
    leastChunks: 0,
  });
  assert.ok(operation);
  return operation;
}

async function count(table: 'events' | 'audit_log', of: string, ids: readonly number[]): Promise<number> {
  const { rows } =
    table === 'events'
      ? await sql<{ n: number }>`
          select count(*)::int as n from events where type = ${of} and (data -> 'shift' ->> 'id')::bigint = any(${ids}::bigint[])
        `.execute(db)
      : await sql<{ n: number }>`
          select count(*)::int as n from audit_log where action = ${of} and object_id = any(${ids}::bigint[])
            and actor_id = ${harbor.owner.id}
        `.execute(db);
  return rows[0]?.n ?? 0;
}

describe('a series of any length', () => {
  for (const [kind, fields, send] of requests) {
    it(`takes as many statements to ${kind} for 1 person as for 20 on each shift, and few more for 180 shifts than for 10`, {
      skip: skipBehindPooler,
    }, async () => {
      const counts: Record<string, number> = {};
      for (const [shifts, people] of [
        [10, 1],
        [10, 20],
        [180, 1],
        [180, 20],
      ] as const) {
        const made = await series(shifts, fields);
        await fill(made, await harbor.volunteers(people));
        const { texts } = await countStatements(muster.database.pool, async () => {
          const answer = await send(made);
          expect200(answer as never);
          assert.equal(answer.body.operation?.status, shifts > 60 ? 'done' : undefined);
        });
        counts[`${shifts}x${people}`] = texts.length;
      }
      assert.equal(counts['10x1'], counts['10x20']);
      assert.equal(counts['180x1'], counts['180x20']);
      // Three transactions for 180 shifts, each with its statements; one for 10.
      assert.ok((counts['180x20'] ?? 0) <= 3 * (counts['10x20'] ?? 0) + 10, JSON.stringify(counts));
      assert.ok((counts['10x20'] ?? 0) <= 26, JSON.stringify(counts));
    });
  }

  it('is created in as many statements for 10 shifts as for 500', { skip: skipBehindPooler }, async () => {
    const [few, many] = [
      await countStatements(muster.database.pool, () => series(10, { roles: [{ key: 'a', name: 'A' }] })),
      await countStatements(muster.database.pool, () => series(500, { roles: [{ key: 'a', name: 'A' }] })),
    ];
    assert.equal(few.texts.length, many.texts.length);
  });
});

describe('a change to a long series', () => {
  it('moves everyone on all of it, tells how it went, and writes one event and audit row for each shift', async () => {
    const made = await series(100, { roles: [{ key: 'cook', name: 'Cook' }] });
    const people = await harbor.volunteers(2);
    await fill(made, people);
    const answer = expect200(
      await planner.patch(`/shifts/${made.shift_ids[50]}`, {
        start_time: Temporal.Instant.from(`${year}-01-01T10:00:00Z`).add({ hours: 24 * 50 + 1 }),
        end_time: Temporal.Instant.from(`${year}-01-01T10:00:00Z`).add({ hours: 24 * 50 + 3 }),
        roles: [{ key: 'cook', name: 'Chef', capacity: 1 }],
        scope: 'all',
      }),
    );
    assert.equal(answer.changed, 100);
    assert.equal(answer.roles[0].name, 'Chef');
    const { id, status, total, done, changed, unchanged } = answer.operation;
    assert.deepEqual([status, total, done, changed, unchanged], ['done', 100, 100, 100, []]);
    assert.deepEqual(expect200(await planner.get(`/series-changes/${id}`)), answer.operation);
    const { rows } = await sql<{ hour: number; n: number }>`
      select extract(hour from r.start_time at time zone 'UTC')::int as hour, count(*)::int as n
      from registrations r join shifts s
        on s.organization_id = r.organization_id and s.id = r.shift_id
          and s.start_time = r.start_time and s.end_time = r.end_time
      where s.series_id = ${made.series_id} group by 1
    `.execute(db);
    assert.deepEqual(rows, [{ hour: 11, n: 200 }]);
    assert.equal(await count('events', 'shift.updated', made.shift_ids), 100);
    assert.equal(await count('audit_log', 'shift.changed', made.shift_ids), 100);
  });

  it('is refused as a whole where a person would be in two places, or has a role that would go', async () => {
    const made = await series(70, { roles: [{ key: 'cook', name: 'Cook' }] });
    const ada = await harbor.volunteer();
    const last = made.shift_ids.at(-1);
    expect200(await harbor.signUp(ada, last ?? 0, { role_key: 'cook' }));
    const other = await harbor.shift({
      start_time: Temporal.Instant.from(`${year}-01-01T19:30:00Z`).add({ hours: 24 * 69 }),
      end_time: Temporal.Instant.from(`${year}-01-01T21:00:00Z`).add({ hours: 24 * 69 }),
    });
    expect200(await harbor.signUp(ada, other));
    const clash = await planner.patch(`/shifts/${made.id}`, { ...later(), scope: 'all' });
    assertRefused(clash, 409, 'schedule_conflict');
    const [{ params }] = clash.body.errors;
    assert.deepEqual([params.shift_id, params.other_shift_id, params.user_id], [last, other, ada.id]);
    const roles = await planner.patch(`/shifts/${made.id}`, { roles: [], scope: 'all' });
    assertRefused(roles, 400, 'validation_failed');
    assert.equal(await count('events', 'shift.updated', made.shift_ids), 0);
  });

  it('checks the tag that the caller sent', async () => {
    const made = await series(61);
    const { headers } = await planner.get(`/shifts/${made.id}`);
    const tag = { 'if-match': headers['etag'] ?? '' };
    expect200(await planner.patch(`/shifts/${made.id}`, { title: 'One', scope: 'all' }, tag));
    assertRefused(
      await planner.patch(`/shifts/${made.id}`, { title: 'Two', scope: 'all' }, tag),
      412,
      'precondition_failed',
    );
  });

  it('answers the same request under the same key with what became of it, and does nothing twice', async () => {
    const made = await series(61);
    const key = { 'idempotency-key': `cancel-${made.id}` };
    const send = () => planner.post(`/shifts/${made.id}/cancel`, { scope: 'all' }, key);
    const [first, second] = [await send(), await send()];
    assert.equal(expect200(first).cancelled, 61);
    assert.deepEqual(expect200(second), first.body);
    assert.equal(second.headers['idempotency-replayed'], 'true');
    assert.equal(await count('events', 'shift.cancelled', made.shift_ids), 61);
  });

  it('goes on where a killed process stopped, each chunk once, in any process', async () => {
    const made = await series(180);
    await fill(made, await harbor.volunteers(2));
    const { id } = await startOnly(made.id, 'cancel', { reason: 'Storm' });
    const queued = expect200(await planner.get(`/series-changes/${id}`));
    assert.deepEqual([queued.status, queued.total, queued.done], ['queued', 180, 0]);
    const { rows } = await sql`
      select 1 from queued_jobs where task = 'run_series_change' and (payload ->> 'series_change_id')::bigint = ${id}
    `.execute(db);
    assert.equal(rows.length, 1);
    await Promise.all([1, 2, 3].map(() => finishSeriesChange(muster.platform, id, false)));
    const done = expect200(await planner.get(`/series-changes/${id}`));
    assert.deepEqual([done.status, done.done, done.changed], ['done', 180, 180]);
    assert.equal(await count('events', 'shift.cancelled', made.shift_ids), 180);
    assert.equal(await count('audit_log', 'shift.cancelled', made.shift_ids), 180);
  });

  it('undoes a chunk whose process dies in the middle of it, and does it again', async () => {
    const made = await series(61);
    const { id } = await startOnly(made.id, 'cancel', { reason: null });
    const dying = { ...muster.platform, clock: () => assert.fail('the process dies here') };
    await assert.rejects(continueChange(dying, id), /dies here/);
    assert.equal(await count('events', 'shift.cancelled', made.shift_ids), 0);
    assert.equal((await continueChange(muster.platform, id))?.changed, 61);
    assert.equal(await count('events', 'shift.cancelled', made.shift_ids), 61);
  });

  it('leaves out shifts that have changed in between, tells each reader why, and goes on', async () => {
    const made = await series(130);
    const ada = await harbor.volunteer();
    const [, edited, cancelled, clashing] = made.shift_ids;
    const { id } = await startOnly(made.id, 'change', { change: later() });
    expect200(await planner.patch(`/shifts/${edited}`, { title: 'Special' }));
    expect200(await planner.post(`/shifts/${cancelled}/cancel`));
    expect200(await harbor.signUp(ada, clashing ?? 0));
    const other = await harbor.shift({
      start_time: `${year}-01-04T19:30:00Z`,
      end_time: `${year}-01-04T21:00:00Z`,
    });
    expect200(await harbor.signUp(ada, other));
    await finishSeriesChange(muster.platform, id, false);
    const { status, changed, unchanged } = expect200(await planner.get(`/series-changes/${id}`));
    assert.deepEqual([status, changed], ['done', 127]);
    assert.deepEqual(
      unchanged.map((one: { shift_id: number; code: string }) => [one.shift_id, one.code]).sort(),
      [
        [edited, 'edited'],
        [cancelled, 'cancelled'],
        [clashing, 'overlap'],
      ].sort(),
    );
    const texts = async (language: string) => {
      const headers = { 'accept-language': language };
      const { body } = await muster.as(key).get(`/series-changes/${id}`, headers);
      return new Map(body.unchanged.map((one: { code: string; message: string }) => [one.code, one.message]));
    };
    const key = await muster.apiKey(harbor.owner, organizationId, ['shifts']);
    assert.match(String((await texts('en')).get('edited')), /^“Special” on .+ was edited separately/);
    assert.match(String((await texts('de')).get('edited')), /^„Special“ am .+ wurde einzeln bearbeitet/);
    const left = expect200(await planner.get(`/shifts/${clashing}`));
    assert.equal(left.start_time, `${year}-01-04T10:00:00.000Z`);
  });

  it('shows the texts of rows from before texts were in catalogues, and refusals by their code', async () => {
    const made = await series(61);
    const { id } = await startOnly(made.id, 'change', { change: { title: 'New' } });
    await finishSeriesChange(muster.platform, id, false);
    const old = [{ shift_id: made.id, code: 'edited', message: 'Shift 1 was edited on its own.' }];
    const refused = [{ shift_id: made.id, code: 'schedule_conflict' }];
    await sql`
      update series_changes set unchanged = ${JSON.stringify([...old, ...refused])}::jsonb where id = ${id}
    `.execute(db);
    const { unchanged } = expect200(await planner.get(`/series-changes/${id}`));
    assert.deepEqual(
      unchanged.map(({ message }: { message: string }) => message),
      [old[0]?.message, 'This shift overlaps another one. Cancel or switch the other shift first.'],
    );
  });

  it('keeps other changes to the series, and new occurrences, waiting until it is done', async () => {
    const now = Temporal.Now.instant();
    const start = now.add({ hours: 24 }).round('hour');
    const times = { start_time: start.toString(), end_time: start.add({ hours: 1 }).toString() };
    const made: Made = expect200(
      await planner.post('/shifts', { program_id: programId, ...times, recurrence: 'FREQ=DAILY' }),
    );
    const { id } = await startOnly(made.id, 'change', { change: { title: 'New' } });
    for (const answer of [
      await planner.patch(`/shifts/${made.id}`, { title: 'x', scope: 'all' }),
      await planner.post(`/shifts/${made.shift_ids.at(-1)}/cancel`, { scope: 'following' }),
    ])
      assertRefused(answer, 409, 'conflict');
    const soon = now.add({ hours: 24 * 10 });
    assert.equal(await extendAllSeries(muster.platform, soon), 0);
    await finishSeriesChange(muster.platform, id, false);
    assert.ok((await extendAllSeries(muster.platform, soon)) >= 9);
    expect200(await planner.patch(`/shifts/${made.id}`, { title: 'x', scope: 'all' }));
  });

  for (const rule of ['FREQ=WEEKLY;BYDAY=WE', 'FREQ=WEEKLY'])
    it(`goes on with the new day when it has moved: ${rule}`, async () => {
      const now = Temporal.Now.instant();
      const soon = now.toZonedDateTimeISO('UTC').toPlainDate().add({ days: 7 });
      const wednesday = soon.add({ days: (10 - soon.dayOfWeek) % 7 });
      const on = (day: Temporal.PlainDate) => ({
        start_time: `${day}T10:00:00Z`,
        end_time: `${day}T12:00:00Z`,
      });
      const body = { program_id: programId, time_zone: 'UTC', ...on(wednesday), recurrence: rule };
      const made: Made = expect200(await planner.post('/shifts', body));
      const change = { ...on(wednesday.add({ days: 1 })), scope: 'following' };
      expect200(await planner.patch(`/shifts/${made.id}`, change));
      // The horizon is half a year after the first shift, which is up to two weeks away.
      assert.ok((await extendAllSeries(muster.platform, now.add({ hours: 24 * (15 + 9 * 7) }))) >= 9);
      const { rows } = await sql<{ weekday: number; shifts: number; weeks: number }>`
        select extract(isodow from start_time)::integer as weekday, count(*)::integer as shifts,
          count(distinct date_trunc('week', start_time))::integer as weeks
        from shifts where series_id = (select series_id from shifts where id = ${made.id}) group by 1
      `.execute(muster.database.db);
      assert.deepEqual(
        rows.map(({ weekday, shifts, weeks }) => [weekday, shifts - weeks]),
        [[4, 0]],
      );
    });

  it('lets people sign up for shifts of other chunks while one is being changed', async () => {
    const made = await series(180);
    const [ada, ben] = await harbor.volunteers(2);
    assert.ok(ada && ben);
    const { id, chunks } = await startOnly(made.id, 'change', { change: { title: 'New' } });
    assert.deepEqual(
      chunks.map((chunk) => chunk.length),
      [60, 60, 60],
    );
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    // The moment between the locks of a chunk and its end, held open.
    const holder = inTransaction(muster.database, {}, async (tx) => {
      await sql`
        select from shift_seats
        where organization_id = ${organizationId} and shift_id = any(${chunks[0] as number[]}::bigint[])
        order by shift_id for update
      `.execute(tx);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    try {
      expect200(await harbor.signUp(ada, chunks[1]?.[0] ?? 0));
      expect200(await harbor.signUp(ben, chunks[2]?.[0] ?? 0));
    } finally {
      release.resolve();
      await holder;
    }
    assert.equal((await continueChange(muster.platform, id))?.changed, 180);
  });

  it('lets go of what it holds while one of its shifts is locked elsewhere', async () => {
    const made = await series(61);
    const { id, chunks } = await startOnly(made.id, 'change', { change: { title: 'New' } });
    const [first, ...others] = chunks[0] ?? [];
    const busy = others.at(-1) ?? 0;
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holder = inTransaction(muster.database, {}, async (tx) => {
      await sql`
        select from shift_seats where organization_id = ${organizationId} and shift_id = ${busy} for update
      `.execute(tx);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const running = continueChange(muster.platform, id);
    // The sign-up's own transaction gives up after 5 seconds: it would, were the chunk to wait for the busy shift.
    try {
      expect200(await harbor.signUp(await harbor.volunteer(), first ?? 0));
    } finally {
      release.resolve();
      await holder;
    }
    assert.equal((await running)?.changed, 61);
  });

  it('is known to coordinators of the organization only', async () => {
    const made = await series(61);
    const { id } = await startOnly(made.id, 'change', { change: { title: 'New' } });
    const volunteer = muster.as((await harbor.volunteer()).token);
    assertRefused(await volunteer.get(`/series-changes/${id}`), 403, 'forbidden');
    const stranger = muster.as((await muster.person()).token);
    assertRefused(await stranger.get(`/series-changes/${id}`), 404, 'not_found');
    assertRefused(await planner.get('/series-changes/999999'), 404, 'not_found');
    await finishSeriesChange(muster.platform, id, false);
  });

  it('that cannot be finished ends as failed, and the series can be changed again', async () => {
    const made = await series(61);
    const { id } = await startOnly(made.id, 'change', { change: { title: 'New' } });
    let calls = 0;
    const clock = () => {
      calls += 1;
      if (calls === 1) throw new Error('broken');
      return muster.platform.clock();
    };
    await assert.rejects(finishSeriesChange({ ...muster.platform, clock }, id, true), /broken/);
    assert.equal(expect200(await planner.get(`/series-changes/${id}`)).status, 'failed');
    expect200(await planner.patch(`/shifts/${made.id}`, { title: 'x', scope: 'all' }));
  });

  it('serves the waitlists of its shifts, and those elsewhere on which the people waited', async () => {
    const made = await series(61, { capacity: 1, waitlist_capacity: null });
    const [ada, ben] = await harbor.volunteers(2);
    assert.ok(ada && ben);
    await fill(made, [ada]);
    await fill(made, [ben], 'waitlisted');
    expect200(await planner.patch(`/shifts/${made.id}`, { capacity: 2, scope: 'all' }));
    const { items } = expect200(await planner.get(`/shifts?series_id=${made.series_id}&limit=100`));
    assert.ok(items.every((item: { signup_count: number }) => item.signup_count === 2));
    const elsewhere = await harbor.shift({
      capacity: 1,
      waitlist_capacity: 1,
      start_time: `${year}-01-01T10:30:00Z`,
      end_time: `${year}-01-01T11:30:00Z`,
    });
    await sql`
      insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
      select ${organizationId}, id, ${ada.id}, 'waitlisted', start_time, end_time, 'self_service', now(), now()
      from shifts where id = ${elsewhere}
    `.execute(db);
    await recount(db);
    expect200(await planner.post(`/shifts/${made.id}/cancel`, { scope: 'all' }));
    await muster.deliverMail();
    assert.equal(await harbor.statusOf(ada, elsewhere), 'active');
  });

  it('serves the waitlists of those that stay as they are, when someone on them has time now', async () => {
    const made = await series(61, { capacity: 1, waitlist_capacity: 1 });
    const [held, edited] = made.shift_ids.slice(10, 12) as [number, number];
    const ada = await harbor.volunteer();
    expect200(await harbor.signUp(ada, held));
    const { id } = await startOnly(made.id, 'change', { change: later() });
    const { start_time, end_time } = expect200(await planner.get(`/shifts/${held}`));
    expect200(await planner.patch(`/shifts/${edited}`, { start_time, end_time }));
    await sql`
      insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
      select ${organizationId}, id, ${ada.id}, 'waitlisted', start_time, end_time, 'self_service', now(), now()
      from shifts where id = ${edited}
    `.execute(db);
    await recount(db);
    assert.equal((await continueChange(muster.platform, id))?.changed, 60);
    await muster.deliverMail();
    assert.equal(await harbor.statusOf(ada, edited), 'active');
  });
});

describe('changes to a long series', () => {
  it('can be found by the series while they run and afterwards, by its coordinators only', async () => {
    const made = await series(61);
    const path = `/series-changes?series_id=${made.series_id}`;
    assert.deepEqual(expect200(await planner.get(path)).items, []);
    const first = await startOnly(made.id, 'change', { change: { title: 'New' } });
    const [running] = expect200(await planner.get(path)).items;
    assert.deepEqual([running.id, running.status, running.done], [first.id, 'queued', 0]);
    await finishSeriesChange(muster.platform, first.id, false);
    const second = await startOnly(made.id, 'cancel', {});
    const page = expect200(await planner.get(`${path}&limit=1`));
    const rest = expect200(await planner.get(`${path}&limit=1&cursor=${page.next_cursor}`));
    assert.deepEqual([page.items[0].id, rest.items[0].id, rest.next_cursor], [second.id, first.id, null]);
    assert.equal(rest.items[0].status, 'done');
    const stranger = await muster.person();
    assertRefused(await muster.as(stranger.token).get(path), 404, 'not_found');
    assertRefused(await planner.get('/series-changes?series_id=999999999'), 404, 'not_found');
  });
});
