import { sql } from 'kysely';
import { olderThan } from '#platform/db/clean-up.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Misses } from '../rules/codes.ts';

export interface ShortCodeRow {
  readonly code: string;
  readonly expires_at: Temporal.Instant;
}

/** The person's code, if it works for long enough. */
export async function findShortCode(
  tx: Tx,
  userId: number,
  until: Temporal.Instant,
): Promise<ShortCodeRow | undefined> {
  const { rows } = await sql<ShortCodeRow>`
    select code, expires_at from check_in_codes where user_id = ${userId} and expires_at > ${until}
  `.execute(tx);
  return rows[0];
}

/**
 * Gives the person the first of these codes that is free. Undefined where all are taken, or where another person
 * took it at the same moment.
 */
export async function giveShortCode(
  tx: Tx,
  userId: number,
  codes: readonly string[],
  now: Temporal.Instant,
  expiresAt: Temporal.Instant,
): Promise<ShortCodeRow | undefined> {
  await sql`
    delete from check_in_codes
    where user_id = ${userId} or (code = any(${[...codes]}::text[]) and expires_at <= ${now})
  `.execute(tx);
  const { rows } = await sql<ShortCodeRow>`
    insert into check_in_codes (user_id, code, expires_at)
    select ${userId}, wanted.code, ${expiresAt}
    from unnest(${[...codes]}::text[]) with ordinality as wanted (code, position)
    where not exists (select 1 from check_in_codes taken where taken.code = wanted.code)
    order by wanted.position limit 1
    on conflict do nothing
    returning code, expires_at
  `.execute(tx);
  return rows[0];
}

export interface Holder {
  readonly user_id: number;
  readonly name: string;
}

/** Whose code this is, among the members of an organization. */
export async function findHolder(
  tx: Tx,
  organizationId: number,
  code: string,
  now: Temporal.Instant,
): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select u.id as user_id, u.name from check_in_codes c
    join memberships m on m.user_id = c.user_id and m.organization_id = ${organizationId}
    join users u on u.id = c.user_id
    where c.code = ${code} and c.expires_at > ${now}
  `.execute(tx);
  return rows[0];
}

/** Guesses in one organization take turns: many at once would all see the count from before. */
export async function countMisses(
  tx: Tx,
  organizationId: number,
  caller: string,
  since: Temporal.Instant,
): Promise<Misses> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`check-in-code ${organizationId}`}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{
    by_caller: number;
    in_organization: number;
    oldest_of_caller: Temporal.Instant | null;
    oldest: Temporal.Instant | null;
  }>`
    select (count(*) filter (where caller = ${caller}))::int as by_caller, count(*)::int as in_organization,
      min(missed_at) filter (where caller = ${caller}) as oldest_of_caller, min(missed_at) as oldest
    from check_in_code_misses where organization_id = ${organizationId} and missed_at > ${since}
  `.execute(tx);
  const [row] = rows;
  return {
    byCaller: row?.by_caller ?? 0,
    inOrganization: row?.in_organization ?? 0,
    oldestOfCaller: row?.oldest_of_caller ?? null,
    oldest: row?.oldest ?? null,
  };
}

export async function insertMiss(
  tx: Tx,
  organizationId: number,
  caller: string,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into check_in_code_misses (organization_id, caller, missed_at)
    values (${organizationId}, ${caller}, ${now})
  `.execute(tx);
}

export async function dropShortCode(tx: Tx, userId: number): Promise<void> {
  await sql`delete from check_in_codes where user_id = ${userId}`.execute(tx);
}

export const expiringShortCodes = olderThan({ table: 'check_in_codes', column: 'expires_at', keptHours: 1 });
export const expiringMisses = olderThan({
  table: 'check_in_code_misses',
  key: ['id', 'organization_id'],
  column: 'missed_at',
  keptHours: 1,
});
