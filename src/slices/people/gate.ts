import type { Call } from '#kernel/call.ts';
import { knownZone } from '#kernel/zones.ts';
import type { Reader } from '#platform/db/index.ts';
import {
  authorize,
  findOrganization,
  type Grant,
  grantAlso,
  type Permission,
} from '#slices/organizations/index.ts';
import type { PeopleFilterInput } from './schema/people.ts';
import { type FilterRow, findFilter } from './sql/filters.ts';
import type { PeopleScope } from './sql/people.ts';

/** What a condition tells about people needs the same permission as reading it. */
const neededFor: Partial<Record<keyof PeopleFilterInput, Permission>> = {
  program_id: 'shifts.manage',
  active_since: 'attendance.read',
  inactive_since: 'attendance.read',
  min_hours: 'hours.read',
  max_hours: 'hours.read',
  form_done: 'forms.manage',
  form_missing: 'forms.manage',
};

export async function narrow(
  db: Reader,
  call: Call,
  organizationId: number,
  filter: PeopleFilterInput,
): Promise<{ grant: Grant<'members.read'>; scope: PeopleScope }> {
  const grant = await authorize(db, call, 'members.read', organizationId);
  for (const [name, permission] of Object.entries(neededFor))
    if (filter[name as keyof PeopleFilterInput] !== undefined && !grantAlso(call, grant, permission))
      await authorize(db, call, permission, organizationId);
  return { grant, scope: await scopeOf(db, organizationId, filter) };
}

/** Days start at midnight in the organization's time zone. */
async function scopeOf(db: Reader, organizationId: number, filter: PeopleFilterInput): Promise<PeopleScope> {
  const { active_since, inactive_since, joined_since, q, ...rest } = filter;
  const words = q?.trim();
  const scope = { ...rest, ...(words && { q: words }) };
  if (active_since === undefined && inactive_since === undefined && joined_since === undefined) return scope;
  const organization = await findOrganization(db, organizationId);
  const zone = organization?.time_zone ?? 'UTC';
  const startOf = (day: string | undefined) =>
    day === undefined ? undefined : Temporal.PlainDate.from(day).toZonedDateTime(knownZone(zone)).toInstant();
  return {
    ...scope,
    active_since: startOf(active_since),
    inactive_since: startOf(inactive_since),
    joined_since: startOf(joined_since),
  };
}

/** One's own, or one that is shared. An API key uses only shared ones. */
export function isVisible({ owner_id, is_shared }: FilterRow, { actor }: Pick<Call, 'actor'>): boolean {
  return is_shared || (actor.kind === 'person' && actor.userId === owner_id);
}

export async function findVisibleFilter(
  db: Reader,
  call: Call,
  organizationId: number,
  id: number,
): Promise<FilterRow | undefined> {
  const row = await findFilter(db, await authorize(db, call, 'people.annotate', organizationId), id);
  return row && isVisible(row, call) ? row : undefined;
}
