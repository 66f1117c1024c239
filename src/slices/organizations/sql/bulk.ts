import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

export interface ManyOrganizations {
  readonly organizations: number;
  /** In each organization; they share one mission out of two. */
  readonly programs: number;
}

/** Programs are numbered through: those of organization 1 come first. */
export async function insertManyOrganizations(
  tx: Tx,
  { organizations, programs }: ManyOrganizations,
): Promise<void> {
  await sql`
    insert into organizations (id, name, time_zone, join_rule)
    select n, 'Organization ' || n,
      (array['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'America/Sao_Paulo'])[1 + n % 5], 'open'
    from generate_series(1, ${organizations}::int) as n
  `.execute(tx);
  await sql`
    insert into missions (id, organization_id, name)
    select n, (n + 1) / 2, 'Mission ' || n from generate_series(1, ${organizations}::int * 2) as n
  `.execute(tx);
  await sql`
    insert into programs (id, organization_id, name, description, default_mission_id)
    select n, 1 + (n - 1) / ${programs}::int, 'Program ' || n, 'One of many.',
      1 + (n - 1) / ${programs}::int * 2 + n % 2
    from generate_series(1, ${organizations}::int * ${programs}::int) as n
  `.execute(tx);
  for (const table of ['organizations', 'missions', 'programs']) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))
    `.execute(tx);
  }
}

/** Everybody belongs to one organization, in turn. The first one of each owns it, the next two coordinate. */
export async function insertManyMembers(
  tx: Tx,
  { organizations, people }: { organizations: number; people: number },
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into memberships (organization_id, user_id, role, joined_at)
    select 1 + (n - 1) % ${organizations}::int, n,
      case (n - 1) / ${organizations}::int when 0 then 'owner' when 1 then 'coordinator' when 2 then 'coordinator'
        else 'volunteer' end,
      ${now}::timestamptz - interval '1 year'
    from generate_series(1, ${people}::int) as n
  `.execute(tx);
}
