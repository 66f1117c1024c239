import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import type { Role } from '../rules.ts';

export interface DemoPerson {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly phone: string | null;
}

/** The demo promises its ids, so they are named here; what comes later continues behind them. */
export async function insertDemoOrganization(tx: Tx, now: Temporal.Instant): Promise<void> {
  await sql`
    insert into organizations (id, name, time_zone, join_rule, join_role, created_at, updated_at)
    values (1, 'Harbor Food Bank', 'America/New_York', 'everyone', 'admin', ${now}, ${now})
  `.execute(tx);
  await sql`select setval(pg_get_serial_sequence('organizations', 'id'), 1)`.execute(tx);
}

export async function insertDemoPeople(
  tx: Tx,
  people: readonly DemoPerson[],
  passwordHash: string,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
        as person (email text, name text, role text, phone text)
    ), made as (
      insert into users (email, name, phone, password_hash, time_zone, email_verified_at, created_at, updated_at)
      select email, name, phone, ${passwordHash}, 'America/New_York', ${now}, ${now}, ${now} from given
      returning id, email
    )
    insert into memberships (organization_id, user_id, role, joined_at)
    select 1, made.id, given.role, ${now} from made join given using (email)
  `.execute(tx);
}
