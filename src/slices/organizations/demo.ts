import { sql } from 'kysely';
import type { Call } from '#kernel/call.ts';
import { hashPassword } from '#platform/credentials/passwords.ts';
import type { Tx } from '#platform/db/index.ts';

export const demoPassword = 'demo-password';

/** The people of the demo, by what they do there. All share one password, printed at start. */
export const demoPeople = [
  ['owner@demo.muster', 'Olivia Owner', 'owner'],
  ['coordinator@demo.muster', 'Carlos Coordinator', 'coordinator'],
  ['desk@demo.muster', 'Dana Desk', 'check_in'],
  ['volunteer@demo.muster', 'Vera Volunteer', 'volunteer'],
  ['amir@demo.muster', 'Amir Haddad', 'volunteer'],
  ['bea@demo.muster', 'Bea Lindqvist', 'volunteer'],
  ['chidi@demo.muster', 'Chidi Okafor', 'volunteer'],
  ['daria@demo.muster', 'Daria Kowalska', 'volunteer'],
  ['emil@demo.muster', 'Emil Novak', 'volunteer'],
  ['fumiko@demo.muster', 'Fumiko Sato', 'volunteer'],
] as const;

/** Organization 1 with program 1 and mission 1, open to every new account, as admin: whoever tries it can do all of it. */
export async function demoOrganization(tx: Tx, call: Call): Promise<void> {
  const hash = await hashPassword(demoPassword);
  await sql`
    insert into organizations (id, name, time_zone, join_rule, join_role, created_at, updated_at)
    values (1, 'Harbor Food Bank', 'America/New_York', 'everyone', 'admin', ${call.now}, ${call.now})
  `.execute(tx);
  await sql`
    insert into missions (id, organization_id, name, description)
    values (1, 1, 'Feed the neighborhood', 'Sorting, packing and handing out food, every week of the year.'),
           (2, 1, 'Deliver to the door', 'Driving boxes to people who cannot come.')
  `.execute(tx);
  await sql`
    insert into programs (id, organization_id, name, description, default_mission_id)
    values (1, 1, 'Saturday distribution', 'Hand-out at the harbor hall, Saturdays and some weekdays.', 1),
           (2, 1, 'Home delivery', 'Routes by bicycle and by car.', 2)
  `.execute(tx);
  await sql`
    with people as (
      insert into users (email, name, password_hash, time_zone, email_verified_at, created_at, updated_at)
      select email, name, ${hash}, 'America/New_York', ${call.now}, ${call.now}, ${call.now}
      from unnest(${demoPeople.map(([email]) => email)}::text[], ${demoPeople.map(([, name]) => name)}::text[])
        as given (email, name)
      returning id, email
    )
    insert into memberships (organization_id, user_id, role, joined_at)
    select 1, people.id, given.role, ${call.now}
    from people
    join unnest(${demoPeople.map(([email]) => email)}::text[], ${demoPeople.map(([, , role]) => role)}::text[])
      as given (email, role) on given.email = people.email
  `.execute(tx);
  // The rows above named their ids; what comes later continues behind them.
  for (const table of ['organizations', 'missions', 'programs']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      tx,
    );
  }
}
