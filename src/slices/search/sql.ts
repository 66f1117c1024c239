import { sql } from 'kysely';
import { beginningsOf, patternsOf, type Reader, withNewPlan } from '#platform/db/index.ts';

/** So many of each kind are shown. */
const most = 8;

/**
 * Members whose name or address contains all words. Reads the organization's members by their index; of 10,000, that
 * takes about as long as the list of members does.
 */
export async function selectPeople(
  db: Reader,
  organizationId: number,
  words: readonly string[],
): Promise<{ user_id: number; name: string; email: string }[]> {
  const text = sql`u.name || ' ' || coalesce(u.email, '')`;
  const hasAll = words.map((word) => sql`${text} ilike any (${patternsOf(word)}::text[])`);
  const rows = await withNewPlan(
    db,
    sql<{ user_id: number; name: string; email: string }>`
    select m.user_id, u.name, coalesce(u.email, '') as email
    from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and ${sql.join(hasAll, sql` and `)}
    order by u.name, m.user_id limit ${most}
  `,
  );
  return rows;
}

export interface FoundShift {
  readonly id: number;
  readonly title: string;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly time_zone: string;
  readonly location: string;
  readonly status: 'draft' | 'published';
}

/** Shifts with words that begin like these, by the index of their words or of their start. */
export async function selectShifts(
  db: Reader,
  organizationId: number,
  words: readonly string[],
  { now, withDrafts }: { now: Temporal.Instant; withDrafts: boolean },
): Promise<FoundShift[]> {
  const since = now.subtract({ hours: 31 * 24 });
  const { rows } = await sql<FoundShift>`
    select id, title, start_time, end_time, time_zone, location, status from shifts
    where organization_id = ${organizationId} and start_time > ${since} and search @@ to_tsquery('simple', ${beginningsOf(words.join(' '))})
      and status = any(${withDrafts ? ['draft', 'published'] : ['published']}::text[])
    order by end_time < ${now}, abs(extract(epoch from start_time - ${now}::timestamptz)), id limit ${most}
  `.execute(db);
  return rows;
}
