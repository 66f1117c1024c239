import { sql } from 'kysely';
import { expect200 } from './people.ts';
import { type Actor, csv, type ValidRequest, type World } from './permission-table.ts';

type SizedRequest = (world: World, actor: Actor, size: number) => Promise<ValidRequest>;

/** A request of a route that asks for more than the plain one of test/permission-table.ts. */
export interface Variant {
  readonly route: string;
  readonly request: SizedRequest;
}

const start = '2031-01-05T09:00:00Z';
const end = '2031-01-05T12:00:00Z';

async function program({ muster, owner, organization }: World): Promise<number> {
  const body = { name: 'P', organization_id: organization };
  return expect200(await muster.as(owner.token).post('/programs', body)).id as number;
}

async function shift(world: World, fields: object = {}): Promise<number> {
  const body = { program_id: await program(world), start_time: start, end_time: end, ...fields };
  return expect200(await world.muster.as(world.owner.token).post('/shifts', body)).id as number;
}

async function newcomers({ muster, organization }: World, size: number): Promise<number[]> {
  const made = Array.from({ length: size }, () => muster.member(organization, 'volunteer'));
  return (await Promise.all(made)).map(({ id }) => id);
}

/** The first shift of a daily series of this size; the walk puts people on all of them. */
const series = (world: World, size: number, fields: object = {}) =>
  shift(world, { recurrence: `FREQ=DAILY;COUNT=${size}`, ...fields });

/** The registrations of this many people on a shift that runs now. */
async function registrationsNow(world: World, size: number): Promise<number[]> {
  const now = Temporal.Now.instant();
  const times = {
    start_time: now.subtract({ minutes: 5 }).toString(),
    end_time: now.add({ hours: 2 }).toString(),
  };
  const id = await shift(world, times);
  const { rows } = await sql<{ id: number }>`
    insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
    select s.organization_id, s.id, p, 'active', s.start_time, s.end_time, 'crowd', now(), now()
    from shifts s, unnest(${await newcomers(world, size)}::bigint[]) p where s.id = ${id} returning id
  `.execute(world.muster.database.db);
  return rows.map((row) => row.id);
}

/** This many sign-ups of one status, each on its own shift: what many at once is hardest for. */
async function registrationsLater(world: World, size: number, status: string): Promise<number[]> {
  const id = await series(world, size, { capacity: 5, waitlist_capacity: 5 });
  const { rows } = await sql<{ id: number }>`
    with numbered as (
      select s.*, row_number() over (order by s.id) as n from shifts s
      where s.series_id = (select series_id from shifts where id = ${id})
    )
    insert into registrations (organization_id, shift_id, user_id, status, start_time, end_time, source, created_at, updated_at)
    select s.organization_id, s.id, p.id, ${status}, s.start_time, s.end_time, 'crowd', now(), now()
    from numbered s join unnest(${await newcomers(world, size)}::bigint[]) with ordinality as p (id, n) using (n)
    returning id
  `.execute(world.muster.database.db);
  return rows.map((row) => row.id);
}

async function shiftsOfSeries(world: World, size: number, fields: object = {}): Promise<number[]> {
  const id = await series(world, size, fields);
  const { rows } = await sql<{ id: number }>`
    select id from shifts where series_id = (select series_id from shifts where id = ${id}) order by id
  `.execute(world.muster.database.db);
  return rows.map((row) => row.id);
}

const manyRegistrations = (verb: string, status: string): Record<string, Variant> => ({
  [`POST /organizations/{id}/registrations/${verb} (many)`]: {
    route: `POST /organizations/{id}/registrations/${verb}`,
    request: async (world, _actor, size) => ({
      params: { id: world.organization },
      body: { ids: await registrationsLater(world, size, status) },
    }),
  },
});

const manyShifts = (verb: string, fields: object, change: object = {}): Record<string, Variant> => ({
  [`POST /organizations/{id}/shifts/${verb} (many)`]: {
    route: `POST /organizations/{id}/shifts/${verb}`,
    request: async (world, _actor, size) => ({
      params: { id: world.organization },
      body: { ids: await shiftsOfSeries(world, size, fields), ...change },
    }),
  },
});

export const variants: Readonly<Record<string, Variant>> = {
  'GET /shifts?eligible=me&limit=3': {
    route: 'GET /shifts',
    request: async () => ({ query: 'eligible=me&limit=3' }),
  },
  'POST /shifts (a series)': {
    route: 'POST /shifts',
    request: async (world, _actor, size) => ({
      body: {
        program_id: await program(world),
        start_time: start,
        end_time: end,
        recurrence: `FREQ=DAILY;COUNT=${size}`,
      },
    }),
  },
  'PATCH /shifts/{id} (a series)': {
    route: 'PATCH /shifts/{id}',
    request: async (world, _actor, size) => ({
      params: { id: await series(world, size) },
      body: { title: 'Renamed', scope: 'all' },
    }),
  },
  'PATCH /shifts/{id} (the times of a series)': {
    route: 'PATCH /shifts/{id}',
    request: async (world, _actor, size) => ({
      params: { id: await series(world, size) },
      body: { end_time: '2031-01-05T13:00:00Z', scope: 'all' },
    }),
  },
  'POST /shifts/{id}/publish (a series)': {
    route: 'POST /shifts/{id}/publish',
    request: async (world, _actor, size) => ({
      params: { id: await series(world, size, { status: 'draft' }) },
      body: { scope: 'all' },
    }),
  },
  'POST /shifts/{id}/cancel (a series)': {
    route: 'POST /shifts/{id}/cancel',
    request: async (world, _actor, size) => ({
      params: { id: await series(world, size) },
      body: { scope: 'all' },
    }),
  },
  'POST /shifts/{id}/signups/bulk (many)': {
    route: 'POST /shifts/{id}/signups/bulk',
    request: async (world, _actor, size) => ({
      params: { id: await shift(world) },
      body: { user_ids: await newcomers(world, size) },
    }),
  },
  'POST /organizations/{id}/signups (many)': {
    route: 'POST /organizations/{id}/signups',
    request: async (world, _actor, size) => {
      const id = await series(world, size);
      const { series_id } = expect200(await world.muster.as(world.owner.token).get(`/shifts/${id}`));
      return { params: { id: world.organization }, body: { series_id } };
    },
  },
  'POST /organizations/{id}/attendance/verify (many)': {
    route: 'POST /organizations/{id}/attendance/verify',
    request: async (world, _actor, size) => ({
      params: { id: world.organization },
      body: { ids: await registrationsNow(world, size) },
    }),
  },
  ...manyRegistrations('approve', 'pending_approval'),
  ...manyRegistrations('reject', 'pending_approval'),
  ...manyRegistrations('cancel', 'active'),
  ...manyRegistrations('promote', 'waitlisted'),
  'POST /organizations/{id}/registrations/move (many)': {
    route: 'POST /organizations/{id}/registrations/move',
    request: async (world, _actor, size) => {
      const ids = await registrationsLater(world, size, 'active');
      const { rows } = await sql<{ shift_id: number; program_id: number }>`
        select r.shift_id, s.program_id from registrations r
        join shifts s on s.id = r.shift_id and s.organization_id = r.organization_id
        where r.id = ${ids[0]}
      `.execute(world.muster.database.db);
      const times = { start_time: '2031-03-05T09:00:00Z', end_time: '2031-03-05T12:00:00Z' };
      const to = await shift(world, { program_id: rows[0]?.program_id, ...times });
      return { params: { id: world.organization }, body: { ids, shift_id: to } };
    },
  },
  ...manyShifts('publish', { status: 'draft' }),
  ...manyShifts('change', {}, { title: 'Renamed', capacity: 1_000 }),
  ...manyShifts('cancel', {}),
  'POST /organizations/{id}/shifts/duplicate (many)': {
    route: 'POST /organizations/{id}/shifts/duplicate',
    request: async (world, _actor, size) => ({
      params: { id: world.organization },
      body: {
        items: (await shiftsOfSeries(world, size)).map((id) => ({ id, start_time: '2031-03-05T09:00:00Z' })),
      },
    }),
  },
  'POST /organizations/{id}/shifts/import (many)': {
    route: 'POST /organizations/{id}/shifts/import',
    request: async (world, _actor, size) => {
      const { muster, owner, organization } = world;
      const line = async (_: unknown, number: number) => {
        const body = { name: `Mission ${number}`, organization_id: organization };
        const { id } = expect200(await muster.as(owner.token).post('/missions', body));
        return `Many ${number},2030-01-05,09:00,12:00,${id}`;
      };
      const lines = await Promise.all(Array.from({ length: size }, line));
      return {
        params: { id: organization },
        query: `program_id=${await program(world)}`,
        body: `title,date,start,end,mission\n${lines.join('\n')}`,
        headers: csv,
      };
    },
  },
};

/** What has been left in the queues by other requests is not what these two are measured by. */
const withEmptyQueues: SizedRequest = async ({ muster }) => {
  await sql`
    with handed_over as (delete from outbox),
      deliveries as (delete from webhook_queue),
      jobs as (delete from graphile_worker._private_jobs)
    delete from queued_jobs
  `.execute(muster.database.db);
  return {};
};

/** Instead of the plain request. */
export const replacements: Readonly<Record<string, SizedRequest>> = {
  'POST /jobs/process': withEmptyQueues,
  'POST /webhooks/process': withEmptyQueues,
};
