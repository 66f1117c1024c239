import { sql } from 'kysely';
import { anyPlace, send, type Tx } from '#platform/db/index.ts';

/** A registration that is added to the counts of its shift, or taken off them. */
export interface Counted {
  readonly shiftId: number;
  readonly roleId: number | null;
  readonly status: string;
  readonly by: 1 | -1;
}

const kinds = ['active', 'pending_approval', 'offered', 'waitlisted'] as const;
const holdsSpot = new Set<string>(['active', 'pending_approval', 'offered']);

/**
 * Keeps `shift_seats` and `shift_roles` in step with registrations, in the transaction that writes them and under the
 * locks of their shifts. The checks of both tables forbid more than the capacity. A spot beyond it that is given up is
 * not given again. Sent ahead.
 */
export async function countSpots(
  tx: Tx,
  organizations: readonly number[],
  changes: readonly Counted[],
): Promise<void> {
  const shifts = [...Map.groupBy(changes, ({ shiftId }) => shiftId)]
    .map(([id, own]) => ({
      id,
      sums: kinds.map((kind) => sumOf(own.filter(({ status }) => status === kind))),
    }))
    .filter(({ sums }) => sums.some((sum) => sum !== 0));
  if (shifts.length > 0) {
    const sums = kinds.map((_, kind) => shifts.map((shift) => shift.sums[kind] ?? 0));
    await send(
      tx,
      sql`
      update shift_seats as seats set
        active = seats.active + given.active, pending = seats.pending + given.pending,
        offered = seats.offered + given.offered, waitlisted = seats.waitlisted + given.waitlisted,
        overbooked = least(seats.overbooked, greatest(0, seats.active + given.active + seats.pending + given.pending
          + seats.offered + given.offered - seats.capacity))
      from unnest(${shifts.map(({ id }) => id)}::bigint[], ${sums[0]}::int[], ${sums[1]}::int[], ${sums[2]}::int[],
        ${sums[3]}::int[]) as given (shift_id, active, pending, offered, waitlisted)
      where seats.organization_id = ${anyPlace(organizations)} and seats.shift_id = given.shift_id
    `,
    );
  }
  await countRoles(tx, organizations, changes);
}

/** Whether free spots of these shifts are about to go to their waitlists, where there are any. Under the locks of the shifts. */
export async function setWaitlistFirst(
  tx: Tx,
  organizationId: number,
  shiftIds: readonly number[],
  isFirst: boolean,
): Promise<void> {
  await send(
    tx,
    sql`
    update shift_seats set waitlist_first = ${isFirst}
    where organization_id = ${organizationId} and shift_id = any(${[...shiftIds]}::bigint[])
      and waitlist_first <> ${isFirst} and (waitlisted > 0 or not ${isFirst})
  `,
  );
}

async function countRoles(
  tx: Tx,
  organizations: readonly number[],
  changes: readonly Counted[],
): Promise<void> {
  const taking = changes.filter(({ roleId, status }) => roleId !== null && holdsSpot.has(status));
  const roles = [...Map.groupBy(taking, ({ roleId }) => roleId as number)]
    .map(([id, own]) => ({
      id,
      taken: sumOf(own),
      active: sumOf(own.filter(({ status }) => status === 'active')),
    }))
    .filter(({ taken, active }) => taken !== 0 || active !== 0);
  if (roles.length === 0) return;
  await send(
    tx,
    sql`
    update shift_roles as role set taken = role.taken + given.taken, active = role.active + given.active,
      overbooked = least(role.overbooked, greatest(0, role.taken + given.taken - role.capacity))
    from unnest(${roles.map(({ id }) => id)}::bigint[], ${roles.map(({ taken }) => taken)}::int[],
      ${roles.map(({ active }) => active)}::int[]) as given (id, taken, active)
    where role.organization_id = ${anyPlace(organizations)} and role.id = given.id
  `,
  );
}

function sumOf(changes: readonly Counted[]): number {
  return changes.reduce((sum, { by }) => sum + by, 0);
}
