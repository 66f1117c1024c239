import { sql } from 'kysely';
import type { Call } from '#kernel/call.ts';
import { hashPassword } from '#platform/credentials/passwords.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Role } from '#slices/organizations/index.ts';

const demoPassword = 'demo-password';

/** The people of the demo, by what they do there. All share one password, printed at start. */
const demoPeople: readonly DemoPerson[] = [
  { email: 'owner@demo.muster', name: 'Olivia Owner', role: 'owner', phone: '+1 555 0100' },
  { email: 'coordinator@demo.muster', name: 'Carlos Coordinator', role: 'coordinator', phone: '+1 555 0101' },
  { email: 'desk@demo.muster', name: 'Dana Desk', role: 'check_in', phone: null },
  { email: 'volunteer@demo.muster', name: 'Vera Volunteer', role: 'volunteer', phone: '+1 555 0103' },
  { email: 'amir@demo.muster', name: 'Amir Haddad', role: 'volunteer', phone: '+1 555 0104' },
  { email: 'bea@demo.muster', name: 'Bea Lindqvist', role: 'volunteer', phone: null },
  { email: 'chidi@demo.muster', name: 'Chidi Okafor', role: 'volunteer', phone: '+1 555 0106' },
  { email: 'daria@demo.muster', name: 'Daria Kowalska', role: 'volunteer', phone: null },
  { email: 'emil@demo.muster', name: 'Emil Novak', role: 'volunteer', phone: '+1 555 0108' },
  { email: 'fumiko@demo.muster', name: 'Fumiko Sato', role: 'volunteer', phone: null },
  { email: 'admin@demo.muster', name: 'Ada Admin', role: 'admin', phone: '+1 555 0110' },
];

/** Organization 1, open to every new account, as admin: people who try the demo can do everything. */
export async function demoOrganization(tx: Tx, call: Call): Promise<void> {
  await insertDemoOrganization(tx, call.now);
  await insertDemoPeople(tx, demoPeople, await hashPassword(demoPassword), call.now);
  await insertDemoPlans(tx);
}

interface DemoPerson {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly phone: string | null;
}

/** The demo promises its ids, so they are named here; what comes later continues behind them. */
async function insertDemoOrganization(tx: Tx, now: Temporal.Instant): Promise<void> {
  await sql`
    insert into organizations (id, name, time_zone, join_rule, join_role, created_at, updated_at)
    values (1, 'Harbor Food Bank', 'America/New_York', 'everyone', 'admin', ${now}, ${now})
  `.execute(tx);
  await sql`select setval(pg_get_serial_sequence('organizations', 'id'), 1)`.execute(tx);
}

async function insertDemoPeople(
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

/** The demo promises its ids, so they are named here; what comes later continues behind them. */
async function insertDemoPlans(tx: Tx): Promise<void> {
  await sql`
    insert into missions (id, organization_id, name, description)
    values (1, 1, 'Feed the neighborhood', 'Sort, pack, and hand out food every week of the year.'),
           (2, 1, 'Reach people at home', 'Deliver boxes to people who can’t come to us.')
  `.execute(tx);
  await sql`
    insert into programs (id, organization_id, name, description, default_mission_id)
    values (1, 1, 'Saturday distribution', 'Food distribution at Harbor Hall, on Saturdays and some weekdays.', 1),
           (2, 1, 'Home delivery', 'Delivery routes by bike and by car.', 2)
  `.execute(tx);
  for (const table of ['missions', 'programs']) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))
    `.execute(tx);
  }
}
