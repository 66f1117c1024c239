import { sql } from 'kysely';
import { inKnownPlace, type Reader, rememberPlaces, type Tx } from '#platform/db/index.ts';

export interface LetterLine {
  readonly month: string;
  readonly program_name: string;
  readonly minutes: number;
  readonly shifts: number;
}

export interface LetterRow {
  readonly id: number;
  readonly organization_id: number;
  readonly user_id: number;
  readonly person_name: string | null;
  readonly organization_name: string;
  readonly time_zone: string;
  readonly period_from: string;
  readonly period_to: string;
  readonly lines: readonly LetterLine[];
  readonly minutes: number;
  readonly verified_minutes: number;
  readonly issued_at: Temporal.Instant;
}

export interface Addressee {
  readonly person_name: string;
  readonly organization_name: string;
  readonly time_zone: string;
  /** The first day that counts; null if there is none. */
  readonly first_day: string | null;
}

/** A member of the organization, or a person who has hours there. */
export async function findAddressee(
  db: Reader,
  organizationId: number,
  userId: number,
): Promise<Addressee | undefined> {
  const { rows } = await sql<Addressee>`
    select u.name as person_name, o.name as organization_name, known_zone(o.time_zone) as time_zone,
      least((first.checked_in_at at time zone known_zone(o.time_zone))::date, reported.day) as first_day
    from users u cross join organizations o
    left join lateral (
      select a.checked_in_at from attendance a
      where a.organization_id = ${organizationId} and a.user_id = ${userId} and a.minutes is not null
      order by a.checked_in_at limit 1
    ) as first on true
    left join lateral (
      select r.day from hour_reports r
      where r.organization_id = ${organizationId} and r.user_id = ${userId} and r.status = 'approved'
      order by r.day limit 1
    ) as reported on true
    where u.id = ${userId} and o.id = ${organizationId} and u.erased_at is null
      and (first.checked_in_at is not null or reported.day is not null
        or exists (select 1 from memberships m where m.organization_id = ${organizationId} and m.user_id = ${userId}))
  `.execute(db);
  return rows[0];
}

export interface NewLetter extends Omit<LetterRow, 'id'> {
  readonly content: Buffer;
  readonly issued_by: number | null;
}

/** The letter and whether it is new: one that says the same to the same person is given again. */
export async function putLetter(tx: Tx, letter: NewLetter): Promise<{ row: LetterRow; isNew: boolean }> {
  const { rows } = await sql<LetterRow & { is_new: boolean }>`
    insert into hour_letters (organization_id, user_id, person_name, organization_name, time_zone, period_from, period_to,
      lines, minutes, verified_minutes, content, issued_by, issued_at)
    values (${letter.organization_id}, ${letter.user_id}, ${letter.person_name}, ${letter.organization_name},
      ${letter.time_zone}, ${letter.period_from}, ${letter.period_to}, ${JSON.stringify(letter.lines)}, ${letter.minutes},
      ${letter.verified_minutes}, ${letter.content}, ${letter.issued_by}, ${letter.issued_at})
    on conflict (organization_id, user_id, content) do update set content = excluded.content
    returning ${columns}, xmax = 0 as is_new
  `.execute(tx);
  const [made] = rows;
  if (!made) throw new Error('a letter was neither made nor found');
  rememberPlaces(tx, 'hour_letters', rows);
  const { is_new: isNew, ...row } = made;
  return { row, isNew };
}

const columns = sql`id, organization_id, user_id, person_name, organization_name, time_zone, period_from, period_to, lines,
  minutes, verified_minutes, issued_at`;

export async function findLetter(db: Reader, id: number): Promise<LetterRow | undefined> {
  const { rows } = await sql<LetterRow>`
    select ${columns} from hour_letters letter where id = ${id} ${inKnownPlace(db, 'hour_letters', id, 'letter')}
  `.execute(db);
  rememberPlaces(db, 'hour_letters', rows);
  return rows[0];
}

/** All shards. */
export async function selectLettersOf(db: Reader, userId: number): Promise<LetterRow[]> {
  const { rows } = await sql<LetterRow>`
    select ${columns} from hour_letters where user_id = ${userId} order by id
  `.execute(db);
  return rows;
}

/** A letter stays valid, but no longer says whose hours it confirms. All shards. */
export async function forgetAddressee(tx: Tx, userId: number): Promise<void> {
  await sql`update hour_letters set person_name = null where user_id = ${userId}`.execute(tx);
}
