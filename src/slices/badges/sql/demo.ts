import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import type { Criteria } from '../rules/criteria.ts';

export interface DemoBadge {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly criteria: Criteria;
  readonly expires_after_days: number | null;
}

/** Badges of organization 1. The demo promises their ids. */
export async function insertDemoBadges(
  tx: Tx,
  badges: readonly DemoBadge[],
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into badges (id, organization_id, name, description, criteria, expires_after_days, status, created_at, updated_at)
    select id, 1, name, description, criteria, expires_after_days, 'active', ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(badges)}::jsonb) as given (
      id bigint, name text, description text, criteria jsonb, expires_after_days integer)
  `.execute(tx);
  await sql`select setval(pg_get_serial_sequence('badges', 'id'), (select max(id) from badges))`.execute(tx);
}

/** The demo's people among these addresses, by their number. */
export async function findDemoMembers(tx: Tx, emails: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from users where email = any(${[...emails]}::text[]) order by id
  `.execute(tx);
  return new Map(rows.map(({ id, email }) => [email, id]));
}

export async function selectDemoMembers(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from memberships where organization_id = 1 order by user_id
  `.execute(tx);
  return rows.map((row) => row.user_id);
}
