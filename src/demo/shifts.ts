import { sql } from 'kysely';
import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { putAvailability } from '#slices/signups/index.ts';
import {
  assign,
  type DemoRegistrationRow,
  type DemoSeriesRow,
  type DemoShiftRow,
  demoZone,
  type Kind,
  type Plan,
  place,
  seriesOf,
} from './arrange.ts';
import { recount } from './recount.ts';

const coordinator = 'coordinator@demo.muster';
const names = ['volunteer', 'amir', 'bea', 'chidi', 'daria', 'emil', 'fumiko'];
const volunteers = names.map((name) => `${name}@demo.muster`);

const sorting: Kind = {
  program: 1,
  title: 'Sort and pack donations',
  description:
    'Check dates, sort food, and pack crates for the week. You’ll be on your feet. We have gloves for you.',
  location: 'Harbor Hall, 12 Pier Road',
  clock: '09:00',
  minutes: 180,
  capacity: 12,
  minimum: 4,
  roles: { driver: 2, packer: 8, greeter: 2 },
  needed: ['driver'],
};
const boxes: Kind = {
  ...sorting,
  title: 'Pack family boxes',
  description: 'Pack sixty boxes for families with small children. Each box has its own list.',
  clock: '14:00',
  capacity: 10,
  roles: { packer: 8, greeter: 2 },
};
const saturday: Kind = {
  ...sorting,
  title: 'Saturday food distribution',
  description: 'Greet people at the door, help them choose, and keep the shelves full.',
  minutes: 240,
  capacity: 16,
  roles: { greeter: 4, packer: 10, driver: 2 },
};
const delivery: Kind = {
  program: 2,
  title: 'Delivery route',
  description:
    'Load up at the back gate, then make about twelve stops. Drivers need a license. Packers ride along.',
  location: 'Back gate, 14 Pier Road',
  clock: '16:00',
  minutes: 150,
  capacity: 4,
  minimum: 2,
  roles: { driver: 2, packer: 2 },
  needed: ['driver'],
};
const pantry: Kind = {
  ...sorting,
  title: 'Open pantry',
  description: 'Bring food out of the cold room and help people at the counter.',
  location: 'Pantry, 3 Mill Lane',
  capacity: 8,
  roles: { greeter: 2, packer: 6 },
};
const pier: Kind = {
  ...sorting,
  title: 'Evening meals at the pier',
  description: 'Serve hot meals and bread outdoors. Dress for the wind.',
  location: 'Pier 4, by the lamppost',
  clock: '17:00',
  capacity: 4,
  roles: {},
};

/** Shift 1 is the first of this list, shift 2 the second. */
const plans: readonly Plan[] = [
  { kind: sorting, day: 2, people: 3 },
  { kind: boxes, day: 4, people: 2 },
  { kind: pantry, day: 0, people: 5 },
  { kind: pier, day: 1, people: 6, waitlist: 10 },
  {
    kind: sorting,
    change: { title: 'Forklift training', clock: '10:00', capacity: 6, minimum: 2, roles: {} },
    day: 3,
    people: 2,
    needsApproval: true,
  },
  { kind: boxes, change: { title: 'Holiday food drive' }, day: 9, people: 0, status: 'draft' },
  {
    kind: pier,
    change: { title: 'Waterfront food distribution', capacity: 8 },
    day: 5,
    people: 3,
    status: 'cancelled',
  },
  ...[0, 1, 2, 3, 4].map((week) => ({ kind: saturday, day: week * 7, people: 3, inSeries: true })),
  ...[-13, -11, -9, -6, -4, -2, 3, 6, 8, 10, 13].map((day, index) => ({
    kind: delivery,
    change: { title: `Delivery route ${['North', 'South', 'Islands'][index % 3]}` },
    day,
    people: day < 0 ? 4 : 2,
  })),
  ...[-12, -8, -5, -1].map((day) => ({ kind: sorting, day, people: 5 })),
  ...[7, 12].map((day) => ({ kind: boxes, day, people: 2 })),
];

/** About a month of shifts around now, with something of every kind. */
export async function demoShifts(tx: Tx, { now }: Call): Promise<void> {
  const ids = await findDemoPeople(tx, [coordinator, ...volunteers]);
  const createdAt = now.subtract({ hours: 24 * 21 });
  const frame: DemoFrame = { timeZone: demoZone, createdBy: idOf(ids, coordinator), createdAt };
  const placed = place(plans, now);
  await insertDemoSeries(tx, frame, seriesOf(placed));
  await insertDemoShifts(
    tx,
    frame,
    placed.map(({ row }) => row),
  );
  const people = volunteers.map((email) => idOf(ids, email));
  await insertDemoRegistrations(tx, assign(placed, people, now));
  await declareAvailability(tx, idOf(ids, 'fumiko@demo.muster'), now);
}

function idOf(ids: Map<string, number>, email: string): number {
  const id = ids.get(email);
  if (id === undefined) throw new Error(`the demo has no ${email}`);
  return id;
}

/** Every day but one, so that the demo shows what a declaration looks like. */
async function declareAvailability(tx: Tx, userId: number, now: Temporal.Instant): Promise<void> {
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', until: '24:00' }));
  const date = now.toZonedDateTimeISO(demoZone).toPlainDate().add({ days: 21 }).toString();
  await putAvailability(
    tx,
    userId,
    { timeZone: demoZone, weekly, exceptions: [{ date, available: false }] },
    now,
  );
}

async function findDemoPeople(tx: Tx, emails: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from users where email = any(${[...emails]}::text[])
  `.execute(tx);
  return new Map(rows.map(({ id, email }) => [email, id]));
}

interface DemoFrame {
  readonly timeZone: string;
  readonly createdBy: number;
  readonly createdAt: Temporal.Instant;
}

/** Series 1 of organization 1. Its rule has an end, so no job adds to it. */
async function insertDemoSeries(tx: Tx, frame: DemoFrame, series: DemoSeriesRow): Promise<void> {
  await sql`
    insert into series (id, organization_id, program_id, rule, time_zone, start_time, end_time, template, created_by,
                        created_at)
    values (1, 1, 1, ${series.rule}, ${frame.timeZone}, ${series.start_time}, ${series.end_time},
            ${JSON.stringify(series.template)}, ${frame.createdBy}, ${frame.createdAt})
  `.execute(tx);
}

async function insertDemoShifts(tx: Tx, frame: DemoFrame, shifts: readonly DemoShiftRow[]): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(shifts)}::jsonb) as shift (
        id bigint, program_id bigint, mission_id bigint, series_id bigint, title text, description text, location text,
        start_time timestamptz, end_time timestamptz, requires_approval boolean, status text, cancelled_at timestamptz,
        cancel_reason text, capacity integer, minimum integer, waitlist_capacity integer, roles jsonb)
    ), made as (
      insert into shifts (id, organization_id, program_id, mission_id, series_id, occurrence_start, title, description,
        location, start_time, end_time, time_zone, requires_approval, status, roles, cancelled_at, cancel_reason,
        revision, created_by, created_at, updated_at)
      select id, 1, program_id, mission_id, series_id, case when series_id is not null then start_time end, title,
        description, location, start_time, end_time, ${frame.timeZone}, requires_approval, status, roles, cancelled_at,
        cancel_reason, case when status = 'cancelled' then 1 else 0 end, ${frame.createdBy}, ${frame.createdAt},
        coalesce(cancelled_at, ${frame.createdAt}::timestamptz)
      from given
    ), seats as (
      insert into shift_seats (shift_id, organization_id, capacity, minimum, waitlist_capacity)
      select id, 1, capacity, minimum, waitlist_capacity from given
    )
    insert into shift_roles (id, organization_id, shift_id, key, name, position, capacity, minimum)
    select role.id, 1, given.id, role.key, role.name, role.position - 1, role.capacity, role.minimum
    from given cross join lateral rows from (
      jsonb_to_recordset(given.roles) as (id bigint, key text, name text, capacity integer, minimum integer)
    ) with ordinality as role (id, key, name, capacity, minimum, position)
  `.execute(tx);
  for (const table of ['series', 'shifts', 'shift_roles']) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))
    `.execute(tx);
  }
}

async function insertDemoRegistrations(tx: Tx, registrations: readonly DemoRegistrationRow[]): Promise<void> {
  await sql`
    insert into registrations (organization_id, shift_id, user_id, role_id, status, start_time, end_time, flags, source,
                               created_at, updated_at, cancelled_at, cancel_reason)
    select 1, shift_id, user_id, role_id, status, start_time, end_time, array(select jsonb_array_elements_text(flags)),
           source, created_at, coalesce(cancelled_at, created_at), cancelled_at, cancel_reason
    from jsonb_to_recordset(${JSON.stringify(registrations)}::jsonb) as given (
      shift_id bigint, user_id bigint, role_id bigint, status text, start_time timestamptz, end_time timestamptz,
      flags jsonb, source text, created_at timestamptz, cancelled_at timestamptz, cancel_reason text)
  `.execute(tx);
  await recount(tx);
}
