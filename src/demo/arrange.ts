/** How the demo's shifts lie around today, and who is on them. Pure, so that any day of the week can be tried. */

export const demoZone = 'America/New_York';

const roleNames = { driver: 'Driver', packer: 'Packer', greeter: 'Greeter' } as const;

type Role = keyof typeof roleNames;

export interface Kind {
  readonly program: 1 | 2;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly clock: string;
  readonly minutes: number;
  readonly capacity: number;
  readonly minimum?: number;
  readonly roles: Partial<Record<Role, number>>;
  /** Roles of which one person at least must be there. */
  readonly needed?: readonly Role[];
}

export interface Plan {
  readonly kind: Kind;
  /** Days from today; in the series from its first date. Outside the series, today means: now. */
  readonly day: number;
  readonly change?: Partial<Kind>;
  readonly status?: 'draft' | 'cancelled';
  readonly inSeries?: boolean;
  readonly needsApproval?: boolean;
  readonly waitlist?: number;
  /** How many people it has. Of those beyond the capacity each waits; where approval is needed the last one does. */
  readonly people: number;
}

/** Ids are named, because the demo promises some of them. */
export interface DemoShiftRow {
  readonly id: number;
  readonly program_id: number;
  readonly mission_id: number;
  readonly series_id: number | null;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly requires_approval: boolean;
  readonly status: string;
  readonly cancelled_at: string | null;
  readonly cancel_reason: string | null;
  readonly capacity: number;
  readonly minimum: number | null;
  readonly waitlist_capacity: number;
  readonly roles: readonly {
    id: number;
    key: string;
    name: string;
    capacity: number;
    minimum: number | null;
  }[];
}

export interface DemoRegistrationRow {
  readonly shift_id: number;
  readonly user_id: number;
  readonly role_id: number | null;
  readonly status: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly flags: readonly string[];
  readonly source: string;
  readonly created_at: string;
  readonly cancelled_at: string | null;
  readonly cancel_reason: string | null;
}

export interface DemoSeriesRow {
  readonly rule: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly template: unknown;
}

export interface Placed extends Plan {
  readonly row: DemoShiftRow;
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

export function place(plans: readonly Plan[], now: Temporal.Instant): Placed[] {
  let roleId = 0;
  return plans.map((plan, index) => {
    const kind = { ...plan.kind, ...plan.change };
    const start = startOf(plan, kind.clock, now);
    const end = start.add({ minutes: kind.minutes });
    const isCancelled = plan.status === 'cancelled';
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
      cancelled_at: isCancelled ? now.subtract({ hours: 5 }).toString() : null,
      cancel_reason: isCancelled ? 'Storm warning at the waterfront' : null,
      capacity: kind.capacity,
      minimum: kind.minimum ?? null,
      waitlist_capacity: plan.waitlist ?? 5,
      roles: Object.entries(kind.roles).map(([key, capacity]) => {
        roleId += 1;
        const minimum = kind.needed?.includes(key as Role) ? 1 : null;
        return { id: roleId, key, name: roleNames[key as Role], capacity, minimum };
      }),
    };
    return { ...plan, row, start, end };
  });
}

function startOf({ day, inSeries }: Plan, clock: string, now: Temporal.Instant): Temporal.Instant {
  const today = now.toZonedDateTimeISO(demoZone).startOfDay();
  if (inSeries) {
    const fortnightAgo = today.subtract({ days: 14 });
    const firstSaturday = fortnightAgo.add({ days: (13 - fortnightAgo.dayOfWeek) % 7 });
    return firstSaturday.add({ days: day }).withPlainTime(clock).toInstant();
  }
  if (day !== 0) return today.add({ days: day }).withPlainTime(clock).toInstant();
  // What goes on now began an hour ago, on a round minute.
  return now
    .round({ smallestUnit: 'minute', roundingIncrement: 5, roundingMode: 'floor' })
    .subtract({ hours: 1 });
}

export function seriesOf(placed: readonly Placed[]): DemoSeriesRow {
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
      teamNotes: null,
      timeZone: demoZone,
      requiresApproval: false,
      status: 'published',
      capacity: first.row.capacity,
      minimum: first.row.minimum,
      waitlistCapacity: first.row.waitlist_capacity,
      roles: roles.map(({ id: _, ...role }) => role),
    },
  };
}

/** Takes people in turn, and only those who are free at that time. */
export function assign(
  placed: readonly Placed[],
  people: readonly number[],
  now: Temporal.Instant,
): DemoRegistrationRow[] {
  const busy = new Map(people.map((id) => [id, [] as Placed[]]));
  // Visitors log in as the first volunteer: shifts 1 and 2 are left for them to try.
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

function registration(
  shift: Placed,
  userId: number,
  index: number,
  now: Temporal.Instant,
): DemoRegistrationRow {
  const { row } = shift;
  const roles = row.roles.filter(({ capacity }) => Math.floor(index / row.roles.length) < capacity);
  const madeAt = [shift.start.subtract({ hours: 24 * 6 }), now.subtract({ hours: 24 })].toSorted(
    Temporal.Instant.compare,
  )[0];
  const isCancelled = shift.status === 'cancelled';
  return {
    shift_id: row.id,
    user_id: userId,
    role_id: roles[index % roles.length]?.id ?? null,
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
