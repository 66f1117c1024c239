import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/index.ts';

/** Which of the fields that can be asked for these people have filled in. Of the erased nothing is known. */
export async function filledProfileFields(
  db: Database['db'] | Tx,
  userIds: readonly number[],
): Promise<Map<number, readonly string[]>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; fields: string[] }>`
    select u.id, array_remove(array[
      case when u.phone is not null then 'phone' end,
      case when u.date_of_birth is not null then 'date_of_birth' end,
      case when u.emergency_contact is not null then 'emergency_contact' end,
      case when u.email_verified_at is not null then 'email_verified' end], null) as fields
    from users u where u.id = any(${[...userIds]}::bigint[]) and u.erased_at is null
  `.execute(db);
  return new Map(rows.map(({ id, fields }) => [id, fields]));
}
