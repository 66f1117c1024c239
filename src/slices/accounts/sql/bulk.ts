import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

/** People by the number, for a database as large as a busy one: ids from `first` to `last`, all with one password. */
export async function insertManyPeople(
  tx: Tx,
  { first, last }: { first: number; last: number },
  passwordHash: string,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into users (id, email, name, phone, date_of_birth, password_hash, time_zone, email_verified_at, created_at,
                       updated_at)
    select n, 'person-' || n || '@load.muster',
      (array['Ada','Ben','Chi','Dina','Emre','Fay','Gus','Hana','Ida','Jon','Kofi','Lea','Mia'])[1 + n % 13] || ' '
        || (array['Abel','Berg','Costa','Diaz','Egede','Frank','Gruber','Haas','Iqbal','Jansen','Khan'])[1 + n / 13 % 11],
      case when n % 3 = 0 then '+1 555 ' || lpad((n % 10000)::text, 4, '0') end,
      case when n % 4 = 0 then date '1950-01-01' + (n * 37 % 18000)::int end,
      ${passwordHash}, 'UTC', ${now}::timestamptz, ${now}::timestamptz - interval '1 year',
      ${now}::timestamptz - interval '1 year'
    from generate_series(${first}::bigint, ${last}::bigint) as n
  `.execute(tx);
  await sql`select setval(pg_get_serial_sequence('users', 'id'), ${last}::bigint)`.execute(tx);
}
