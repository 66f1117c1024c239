import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/index.ts';

/** Whose work a caller may see. */
export type OrganizationScope = readonly number[] | 'all';

/**
 * Whether a job's payload is about one of these organizations: it names it, or carries one of its events. A batch may
 * name several, or carry events of several. What names neither belongs to the installation, and says nothing to anyone else.
 */
export function isAbout(payload: RawBuilder<unknown>, scope: OrganizationScope): RawBuilder<boolean> {
  if (scope === 'all') return sql<boolean>`true`;
  return sql<boolean>`(${payload} ->> 'organization_id' = any(${scope.map(String)}::text[]) or exists (
    select 1 from jsonb_array_elements_text(
      case when jsonb_typeof(${payload} -> 'organization_ids') = 'array' then ${payload} -> 'organization_ids' else '[]' end)
      as named (id) where named.id = any(${scope.map(String)}::text[])) or exists (
    select 1 from jsonb_array_elements_text(
      case when jsonb_typeof(${payload} -> 'events') = 'array' then ${payload} -> 'events' else '[]' end) as carried (id)
    join events e on e.id = carried.id where e.organization_id = any(${[...scope]}::bigint[])))`;
}

const chunk = 1_000;

/** How many of these jobs are about the organizations of the scope. */
export async function countAbout(
  db: Reader,
  payloads: readonly unknown[],
  scope: OrganizationScope,
): Promise<number> {
  if (scope === 'all') return payloads.length;
  let count = 0;
  for (let at = 0; at < payloads.length; at += chunk) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from jsonb_array_elements(${JSON.stringify(payloads.slice(at, at + chunk))}::jsonb) as job (payload)
      where ${isAbout(sql`job.payload`, scope)}
    `.execute(db);
    count += rows[0]?.count ?? 0;
  }
  return count;
}
