import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import { putAvailability } from './sql/availability.ts';
import {
  type DemoFrame,
  type DemoRegistrationRow,
  type DemoShiftRow,
  findDemoPeople,
  insertDemoRegistrations,
  insertDemoSeries,
  insertDemoShifts,
} from './sql/demo.ts';

const timeZone = 'America/New_York';
const coordinator = 'coordinator@demo.muster';
const names = ['volunteer', 'amir', 'bea', 'chidi', 'daria', 'emil', 'fumiko'] as const;
const volunteers = names.map((name) => `${name}@demo.muster`);

const roleNames = { driver: 'Driver', packer: 'Packer', greeter: 'Greeter' } as const;
type Seats = Partial<Record<keyof typeof roleNames, number>>;

interface Kind {
  readonly program: 1 | 2;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly clock: string;
  readonly minutes: number;
  readonly capacity: number;
  readonly roles: Seats;
}

interface Plan {
  readonly kind: Kind;
  /** Days from today. */
  readonly day: number;
  readonly change?: Partial<Kind>;
  readonly status?: 'draft' | 'cancelled';
  readonly inSeries?: boolean;
  readonly needsApproval?: boolean;
  readonly waitlist?: number;
  /** How many people it has. Of those beyond the capacity each waits; where approval is needed the last one does. */
  readonly people: number;
}

const sorting: Kind = {
  program: 1,
  title: 'Sort and pack donations',
  description: 'Check dates, sort by kind, pack crates for the week. Standing work; gloves are here.',
  location: 'Harbor Hall, 12 Pier Road',
  clock: '09:00',
  minutes: 180,
  capacity: 12,
  roles: { driver: 2, packer: 8, greeter: 2 },
};
const boxes: Kind = {
  ...sorting,
  title: 'Pack family boxes',
  description: 'Sixty boxes for families with small children, each by its list.',
  clock: '14:00',
  capacity: 10,
  roles: { packer: 8, greeter: 2 },
};
const saturday: Kind = {
  ...sorting,
  title: 'Saturday hand-out',
  description: 'The weekly distribution. Greet people at the door, help them choose, keep the shelves full.',
  minutes: 240,
  capacity: 16,
  roles: { greeter: 4, packer: 10, driver: 2 },
};
const delivery: Kind = {
  program: 2,
  title: 'Delivery route',
  description: 'Load at the back gate, then about twelve doors. Drivers need a licence; packers ride along.',
  location: 'Back gate, 14 Pier Road',
  clock: '16:00',
  minutes: 150,
  capacity: 4,
  roles: { driver: 2, packer: 2 },
};
const pantry: Kind = {
  ...sorting,
  title: 'Open pantry',
  description: 'The pantry is open: bring food out of the cold room and help at the counter.',
  location: 'Pantry, 3 Mill Lane',
  capacity: 8,
  roles: { greeter: 2, packer: 6 },
};
const pier: Kind = {
  ...sorting,
  title: 'Evening hand-out at the pier',
  description: 'Warm meals and bread, outdoors: dress for the wind.',
  location: 'Pier 4, under the lamp',
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
    change: { title: 'Forklift training', clock: '10:00', capacity: 6, roles: {} },
    day: 3,
    people: 2,
    needsApproval: true,
  },
  { kind: boxes, change: { title: 'Holiday drive' }, day: 9, people: 0, status: 'draft' },
  { kind: pier, change: { title: 'Waterfront hand-out', capacity: 8 }, day: 5, people: 3, status: 'cancelled' },
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

interface Placed extends Plan {
  readonly row: DemoShiftRow;
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

/** About a month of shifts around now, with something of every kind. */
export async function demoShifts(tx: Tx, { now }: Call): Promise<void> {
  const ids = await findDemoPeople(tx, [coordinator, ...volunteers]);
  const createdAt = now.subtract({ hours: 24 * 21 });
  const frame: DemoFrame = { timeZone, createdBy: idOf(ids, coordinator), createdAt };
  const placed = place(now);
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

function place(now: Temporal.Instant): Placed[] {
  const today = now.toZonedDateTimeISO(timeZone).startOfDay();
  const fortnightAgo = today.subtract({ days: 14 });
  const firstSaturday = fortnightAgo.add({ days: (13 - fortnightAgo.dayOfWeek) % 7 });
  let roleId = 0;
  return plans.map((plan, index) => {
    const kind = { ...plan.kind, ...plan.change };
    const origin = plan.inSeries ? firstSaturday : today;
    // What goes on now began an hour ago, on a round minute.
    const start =
      plan.day === 0 && !plan.inSeries
        ? now.round({ smallestUnit: 'minute', roundingIncrement: 5, roundingMode: 'floor' }).subtract({ hours: 1 })
        : origin.add({ days: plan.day }).withPlainTime(kind.clock).toInstant();
    const end = start.add({ minutes: kind.minutes });
    const cancelled = plan.status === 'cancelled' && now.subtract({ hours: 5 });
    const row = {
      id: index + 1,
      program_id: kind.program,
      mission_id: kind.program,
      series_id: plan.inSeries ? 1 : null,
      title: kind.title,
      description: kind.description,
      location: kind.location,
      start_time: start.toString(),
      end_time: end.toString(),
      requires_approval: plan.needsApproval ?? false,
      status: plan.status ?? 'published',
      cancelled_at: cancelled ? cancelled.toString() : null,
      cancel_reason: cancelled ? stormWarning : null,
      capacity: kind.capacity,
      waitlist_capacity: plan.waitlist ?? 5,
      roles: Object.entries(kind.roles).map(([key, capacity]) => {
        roleId += 1;
        return { id: roleId, key, name: roleNames[key as keyof typeof roleNames], capacity };
      }),
    };
    return { ...plan, row, start, end };
  });
}

const stormWarning = 'Storm warning for the waterfront';

function seriesOf(placed: readonly Placed[]) {
  const occurrences = placed.filter(({ inSeries }) => inSeries);
  const [first] = occurrences;
  if (!first) throw new Error('the demo has no series');
  const { program_id, mission_id, title, description, location, start_time, end_time, roles } = first.row;
  return {
    rule: `FREQ=WEEKLY;BYDAY=SA;COUNT=${occurrences.length}`,
    start_time,
    end_time,
    template: {
      programId: program_id,
      missionId: mission_id,
      title,
      description,
      location,
      timeZone,
      requiresApproval: false,
      status: 'published',
      capacity: first.row.capacity,
      waitlistCapacity: first.row.waitlist_capacity,
      roles: roles.map(({ key, name, capacity }) => ({ key, name, capacity })),
    },
  };
}

/** Takes people in turn, and only those who are free at that time. */
function assign(placed: readonly Placed[], people: readonly number[], now: Temporal.Instant): DemoRegistrationRow[] {
  const busy = new Map(people.map((id) => [id, [] as Placed[]]));
  // The first volunteer is whom visitors log in as: shifts 1 and 2 are left for them to try.
  const [visitor = 0] = people;
  busy.get(visitor)?.push(...placed.slice(0, 2));
  return placed.flatMap((shift, turn) => {
    const inTurn = people.map((_, index) => people[(index + turn * 3 + 1) % people.length] ?? 0);
    const free = inTurn.filter((id) => busy.get(id)?.every((other) => !overlap(shift, other)));
    const chosen = free.slice(0, shift.people);
    if (shift.status !== 'cancelled') for (const id of chosen) busy.get(id)?.push(shift);
    return chosen.map((userId, index) => registration(shift, userId, index, now));
  });
}

function overlap(a: Placed, b: Placed): boolean {
  return Temporal.Instant.compare(a.start, b.end) < 0 && Temporal.Instant.compare(b.start, a.end) < 0;
}

function registration(shift: Placed, userId: number, index: number, now: Temporal.Instant): DemoRegistrationRow {
  const { row } = shift;
  const roles = row.roles.flatMap(({ id, capacity }) => Array.from({ length: Math.ceil(capacity / 2) }, () => id));
  const madeAt = [shift.start.subtract({ hours: 24 * 6 }), now.subtract({ hours: 24 })].toSorted(
    Temporal.Instant.compare,
  )[0];
  const isCancelled = shift.status === 'cancelled';
  return {
    shift_id: row.id,
    user_id: userId,
    role_id: roles[index] ?? null,
    status: statusOf(shift, index),
    start_time: row.start_time,
    end_time: row.end_time,
    flags: isCancelled ? ['shift_cancelled'] : [],
    source: isCancelled ? 'coordinator' : 'self_service',
    created_at: String(madeAt),
    cancelled_at: row.cancelled_at,
    cancel_reason: row.cancel_reason,
  };
}

function statusOf({ status, row, needsApproval, people }: Placed, index: number): string {
  if (status === 'cancelled') return 'cancelled';
  if (index >= row.capacity) return 'waitlisted';
  return needsApproval && index === people - 1 ? 'pending_approval' : 'active';
}

/** Every day but one, so that the demo shows what a declaration looks like. */
async function declareAvailability(tx: Tx, userId: number, now: Temporal.Instant): Promise<void> {
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', until: '24:00' }));
  const date = now.toZonedDateTimeISO(timeZone).toPlainDate().add({ days: 21 }).toString();
  await putAvailability(tx, userId, { timeZone, weekly, exceptions: [{ date, available: false }] }, now);
}
