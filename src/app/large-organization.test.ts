import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { systemCall } from '#kernel/call.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { readAudit } from '#slices/audit/reads.ts';
import { awardQualified } from '#slices/badges/commands/award-qualified.ts';
import { selectRanking } from '#slices/badges/sql/leaderboard.ts';
import { selectMine } from '#slices/forms/sql/submissions.ts';
import { always, periodOf } from '#slices/hours/rules.ts';
import { pastWorkOf, selectPersonalHours } from '#slices/hours/sql/hours-lists.ts';
import { selectDue } from '#slices/operations/sql.ts';
import type { Grant } from '#slices/organizations/index.ts';
import { selectMembers } from '#slices/organizations/sql/memberships.ts';
import { selectPeople, shiftDaysOf } from '#slices/people/sql/people.ts';
import { selectPeople as findPeople } from '#slices/search/sql.ts';
import { selectPage } from '#slices/shifts/sql/lists.ts';
import { selectFreeMembers } from '#slices/signups/sql/facts.ts';
import { selectWaiting } from '#slices/signups/sql/registrations.ts';
import { selectAttempts } from '#slices/webhooks/sql/attempts.ts';
import { readEndpointStatistics } from '#slices/webhooks/sql/statistics.ts';
import { freshDatabase } from '#test/database.ts';
import { readingOf, rowsRead } from '#test/rows-read.ts';

/** Organization 1 is large. All others are small: plans that are kept suit them. */
const members = 9_000;
const small = 2_000;
/** These have been to so many shifts, one a day. */
const regulars = 20;
const days = 400;
const badges = 3;
/** Enough for PostgreSQL to keep the plan of a prepared statement. */
const times = 8;

const database = await freshDatabase({ size: 1 });
const { db } = database;
const now = Temporal.Now.instant();
const grant = { organizationId: 1 } as Grant<'members.read'> &
  Grant<'leaderboard.read'> &
  Grant<'shifts.manage'>;
const page = { limit: 50, after: undefined };

for (const statement of [
  `insert into organizations (id, name, time_zone)
   select n, 'Organization ' || n, (array['UTC', 'Europe/Berlin'])[1 + n % 2] from generate_series(1, ${small + 1}) as n`,
  `insert into users (id, email, name) select n, 'p' || n || '@example.org', 'Person ' || n from generate_series(1, ${members}) as n`,
  `insert into memberships (organization_id, user_id, role, joined_at)
   select 1, n, case n when 1 then 'owner' else 'volunteer' end, now() from generate_series(1, ${members}) as n
   union all select n, n, 'owner', now() from generate_series(2, ${small + 1}) as n`,
  `insert into missions (id, organization_id, name) values (1, 1, 'Food')`,
  `insert into programs (id, organization_id, name, default_mission_id) values (1, 1, 'Food', 1)`,
  `insert into shifts (id, organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status, created_at, updated_at)
   select n, 1, 1, 1, 'Shift', now() - n * interval '1 day', now() - n * interval '1 day' + interval '2 hours', 'UTC',
     case n when 1 then 'draft' else 'published' end, now(), now() from generate_series(1, ${days}) as n`,
  `insert into shift_seats (shift_id, organization_id) select id, 1 from shifts`,
  `insert into registrations (id, organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
   select id * 100 + n, 1, id, n, 'active', start_time, end_time, 'self_service', now(), now()
   from shifts, generate_series(1, ${regulars}) as n`,
  `insert into attendance (registration_id, organization_id, program_id, mission_id, shift_id, user_id, status, checked_in_at,
     checked_out_at, minutes, method, created_at, updated_at)
   select id, 1, 1, 1, shift_id, user_id, 'checked_out', start_time, end_time, 120, 'self', now(), now() from registrations`,
  'delete from hours_stale',
  `insert into hours (organization_id, user_id, program_id, mission_id, month, minutes, verified_minutes, shifts, updated_at)
   select 1, n, 1, 1, date '2020-01-01' + month * interval '1 month', 60, 60, 1, now()
   from generate_series(1, ${regulars}) as n, generate_series(1, 60) as month`,
  `insert into badges (id, organization_id, name, criteria, status, created_at, updated_at)
   select n, 1, 'Badge ' || n, '{"type": "shifts", "threshold": 100000}', 'active', now(), now() from generate_series(1, ${badges}) as n`,
  `insert into badge_awards (organization_id, badge_id, user_id, public_code, source, awarded_at)
   select 1, 1, n, 'code-' || n, 'manual', now() from generate_series(1, 1000) as n`,
  'insert into leaderboard_consents select 1, user_id, now() from memberships where organization_id = 1',
  `insert into forms (id, organization_id, title, status, resubmission, created_at, updated_at)
   select n, 1, 'Form', 'published', 'many', now(), now() from generate_series(1, 20) as n`,
  `insert into form_versions (organization_id, form_id, version, schema, ui, created_at) select 1, id, 1, '{}', '{}', now() from forms`,
  `insert into form_submissions (organization_id, form_id, form_version, user_id, answers, submitted_at)
   select 1, 1 + n % 20, 1, 1 + n / 2000, '{}', now() from generate_series(0, 19999) as n`,
  'analyze',
])
  await sql.raw(statement).execute(db);

const repeated = async (work: () => Promise<unknown>) => {
  for (let time = 0; time < times; time += 1) await work();
};

describe('beside many small organizations, a large one', () => {
  const reads: Record<string, () => Promise<unknown>> = {
    'its people': () => selectPeople(db, grant, {}, page),
    'its members by name': () =>
      selectMembers(db, grant, { ...page, q: 'nobody', role: undefined, userId: undefined }),
    'the people it searches': () => findPeople(db, 1, ['nobody']),
    'the people who could take a shift': () =>
      selectFreeMembers(db, grant, 1, { after: 0, q: 'nobody', limit: 500 }),
    'its leaderboard': () => selectRanking(db, grant, { ...page, by: 'hours', from: undefined, now, me: 1 }),
  };
  for (const [name, read] of Object.entries(reads))
    it(`reads ${name} by a plan of its own`, async () => {
      await repeated(read);
      const { searches } = await readingOf(database, 'users', read);
      assert.ok(searches < 10, `an index was searched ${searches} times`);
    });

  it('finds its owners without reading its members', async () => {
    const read = () => selectMembers(db, grant, { ...page, q: undefined, role: 'owner', userId: undefined });
    const { rows } = await readingOf(database, 'memberships', read);
    assert.ok(rows < 10, `${rows} rows were read`);
  });

  it('looks at its members once for each badge', async () => {
    const evaluate = () =>
      awardQualified({ database } as Platform, systemCall('test', now), { organizationIds: [1] });
    const { rows } = await readingOf(database, 'memberships', evaluate);
    // They are listed, and looked up with their awards; and all are counted, once.
    assert.ok(rows <= badges * 2 * members + members + small + 100, `${rows} rows were read`);
  });

  it('counts awards only of the people on a page of the leaderboard', async () => {
    const read = () => selectRanking(db, grant, { ...page, by: 'hours', from: undefined, now, me: 1 });
    const { searches } = await readingOf(database, 'badge_awards', read);
    assert.ok(searches <= 52, `an index was searched ${searches} times`);
  });

  it('counts the awards of all its people at once where they rank by them', async () => {
    const read = () => selectRanking(db, grant, { ...page, by: 'awards', from: undefined, now, me: 1 });
    const { searches } = await readingOf(database, 'badge_awards', read);
    assert.ok(searches < 10, `an index was searched ${searches} times`);
  });

  it('finds a draft among all its shifts', async () => {
    const read = () =>
      selectPage(database, { organizationId: 1, status: 'draft', descending: false, limit: 50 });
    const { rows } = await readingOf(database, 'shifts', read);
    assert.ok(rows < 10, `${rows} rows were read`);
  });
});

describe('someone who has been to many shifts', () => {
  it('reads hours of a period without the time zones of organizations where they never were', async () => {
    const today = now.toZonedDateTimeISO('UTC').toPlainDate();
    const period = periodOf(today.subtract({ days: 45 }).toString(), today.toString());
    const read = () => selectPersonalHours(db, { userId: 1, period });
    const { rows } = await readingOf(database, 'time_zones', read);
    assert.ok(rows < 20, `${rows} rows were read`);
  });

  it('reads hours in one organization without reading all others', async () => {
    const read = () => selectPersonalHours(db, { userId: 1, organizationId: 1, period: always });
    const { rows } = await readingOf(database, 'organizations', read);
    assert.ok(rows < 20, `${rows} rows were read`);
  });

  for (const [name, read] of [
    ['in the list of people', () => shiftDaysOf(db, 1, [1, 2, 3], now)],
    ['among candidates', () => pastWorkOf(db, 1, [1, 2, 3], '2020-01-01')],
  ] as const)
    it(`was last there when the newest row says, ${name}`, async () => {
      const { rows } = await readingOf(database, 'attendance', read);
      assert.ok(rows < 10, `${rows} rows were read`);
    });

  it('reads a page of what they have submitted', async () => {
    const { rows } = await readingOf(database, 'form_submissions', () => selectMine(db, 1, { limit: 50 }));
    assert.ok(rows < 60, `${rows} rows were read`);
  });
});

describe('among all that an organization ever did', () => {
  const read = async (tables: string, work: (tx: Tx) => Promise<unknown>) => {
    // What was counted before belongs to no transaction from then on.
    await sql`select pg_stat_force_next_flush()`.execute(db);
    return await inTransaction(database, {}, async (tx) => {
      await work(tx);
      return await rowsRead(tx, tables);
    });
  };

  it('an endpoint counts the deliveries of a day, not all of 80 days', async () => {
    for (const statement of [
      `insert into webhook_endpoints (id, organization_id, name, url, events, secret, created_at, updated_at)
       values (1, 1, 'Endpoint', 'https://example.org', '{shift.checkin}', 'x', now(), now())`,
      `insert into webhook_attempts (delivery_id, organization_id, endpoint_id, event_id, event_at, event_type, number, cause,
         status, created_at, finished_at)
       select n, 1, 1, 'evt_' || n, '${now}'::timestamptz, 'shift.checkin', 1, 'event', 'succeeded', at, at
       from generate_series(0, 39999) as n cross join lateral (select '${now}'::timestamptz - (39999 - n) * interval '3 minutes') as made (at)`,
      'vacuum analyze webhook_attempts',
    ])
      await sql.raw(statement).execute(db);
    let counted: number | undefined;
    const rows = await read('attempts_', async (tx) => {
      counted = (await readEndpointStatistics(tx, 1, now.subtract({ hours: 24 }), now))?.succeeded;
    });
    assert.equal(counted, 481);
    assert.ok(rows < 10_000, `${rows} rows were read`);
    const none = {
      endpointId: undefined,
      eventId: undefined,
      status: undefined,
      from: undefined,
      to: undefined,
    };
    const filter = { ...none, organizationId: 1, eventType: 'badge.awarded', before: undefined, limit: 50 };
    const found = await read('attempts_', (tx) => selectAttempts(tx, filter, now));
    assert.equal(found, 0, 'of a kind that was never sent');
  });

  it('what a key did is found without reading what people did', async () => {
    for (const statement of [
      `insert into audit_log (organization_id, actor_kind, actor_id, action, object_type, object_id, request_id, created_at)
       select 1, case n when 1 then 'api_key' else 'person' end, 1, 'shift.changed', 'shift', n, 'r', now()
       from generate_series(1, 5000) as n`,
      'analyze audit_log',
    ])
      await sql.raw(statement).execute(db);
    const query = { limit: 50, actor_kind: 'api_key' as const };
    const rows = await read('audit_log_', (tx) => readAudit(tx, async () => new Map(), 1, query));
    assert.equal(rows, 1);
  });
});

it('the work of a day is looked for with a look at each time zone, not at that of each organization', async () => {
  const { rows } = await readingOf(database, 'time_zones', () => selectDue(db, now, 0));
  assert.ok(rows < 10, `${rows} rows were read`);
});

it('a freed spot is filled without reading the other shifts of a large organization', async () => {
  for (const statement of [
    `insert into missions (id, organization_id, name) select n, n, 'Food' from generate_series(2, ${small + 1}) as n`,
    `insert into programs (id, organization_id, name, default_mission_id) select id, id, 'Food', id from missions where id > 1`,
    `insert into shifts (id, organization_id, program_id, mission_id, title, start_time, end_time, time_zone, status, created_at, updated_at)
     select 10000 + id, id, id, id, 'Shift', now(), now() + interval '2 hours', 'UTC', 'published', now(), now() from programs where id > 1`,
    'insert into shift_seats (shift_id, organization_id) select id, organization_id from shifts where id > 10000',
    'analyze',
    // As in a transaction that gives spots.
    'set plan_cache_mode = force_generic_plan',
  ])
    await sql.raw(statement).execute(db);
  const longAgo = now.subtract({ hours: 24 * 1_000 });
  const read = () => selectWaiting(db, [{ shiftId: days, after: 0 }], 100, longAgo);
  const { rows } = await readingOf(database, 'shifts', read);
  assert.ok(rows < 10, `${rows} rows were read`);
});
