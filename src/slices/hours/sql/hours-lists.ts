import { sql } from 'kysely';
import type { Reader } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import type { Period } from '../rules.ts';
import { freshHours, type HoursScope } from './hours.ts';

export interface Figures {
  readonly minutes: number;
  readonly verified_minutes: number;
  readonly shifts: number;
}

const sums = sql`sum(h.minutes)::bigint as minutes, sum(h.verified_minutes)::bigint as verified_minutes,
  sum(h.shifts)::bigint as shifts`;

export interface PersonalLine extends Figures {
  readonly organization_id: number;
  readonly organization_name: string;
  readonly program_id: number;
  readonly program_name: string;
  /** `YYYY-MM` */
  readonly month: string;
}

/** One person's hours, the newest month first. */
export async function selectPersonalHours(
  db: Reader,
  scope: { userId: number; organizationId?: number | undefined; period: Period },
): Promise<PersonalLine[]> {
  const { rows } = await sql<PersonalLine>`
    select h.organization_id, o.name as organization_name, h.program_id, p.name as program_name,
      to_char(h.month, 'YYYY-MM') as month, ${sums}
    from (${freshHours(scope)}) as h
    join organizations o on o.id = h.organization_id join programs p on p.id = h.program_id
    group by h.organization_id, o.name, h.program_id, p.name, h.month
    order by h.month desc, o.name, h.organization_id, p.name, h.program_id
  `.execute(db);
  return rows;
}

export type Group = 'person' | 'program' | 'month';

export interface GroupLine extends Figures {
  readonly key: number;
  readonly label: string;
}

const grouping = {
  person: { key: sql`h.user_id`, label: sql`u.name`, join: sql`join users u on u.id = h.user_id` },
  program: { key: sql`h.program_id`, label: sql`p.name`, join: sql`join programs p on p.id = h.program_id` },
  month: { key: sql`0::bigint`, label: sql`to_char(h.month, 'YYYY-MM')`, join: sql`` },
} as const;

type OrganizationScope = Omit<HoursScope, 'organizationId'>;

/** By name, so that a page reads like a list of people; the id parts those who share one. */
export async function selectGroupedHours(
  db: Reader,
  grant: Grant<'hours.read'>,
  scope: OrganizationScope,
  page: { group: Group; after: { label: string; key: number } | undefined; limit: number },
): Promise<GroupLine[]> {
  const { key, label, join } = grouping[page.group];
  const { after } = page;
  const { rows } = await sql<GroupLine>`
    select * from (
      select ${key} as key, ${label} as label, ${sums}
      from (${freshHours({ ...scope, organizationId: grant.organizationId })}) as h ${join} group by 1, 2
    ) as lines
    ${after ? sql`where (label, key) > (${after.label}, ${after.key}::bigint)` : sql``}
    order by label, key limit ${page.limit + 1}
  `.execute(db);
  return rows;
}

export async function selectTotals(
  db: Reader,
  grant: Grant<'hours.read'>,
  scope: OrganizationScope,
): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select coalesce(sum(h.minutes), 0)::bigint as minutes, coalesce(sum(h.verified_minutes), 0)::bigint as verified_minutes,
      coalesce(sum(h.shifts), 0)::bigint as shifts
    from (${freshHours({ ...scope, organizationId: grant.organizationId })}) as h
  `.execute(db);
  return rows[0] ?? { minutes: 0, verified_minutes: 0, shifts: 0 };
}
