import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';

export interface NoteRow {
  readonly id: number;
  readonly user_id: number;
  readonly author_id: number;
  readonly author_name: string;
  readonly text: string;
  readonly created_at: Temporal.Instant;
  readonly updated_at: Temporal.Instant;
}

type Scope = Pick<Grant<'people.annotate'>, 'organizationId'>;

const columns = (
  note: RawBuilder<unknown>,
) => sql`${note}.id, ${note}.user_id, ${note}.author_id, u.name as author_name,
  ${note}.text, ${note}.created_at, ${note}.updated_at`;

/** The newest first. */
export async function selectNotes(
  db: Reader,
  { organizationId }: Scope,
  userId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select ${columns(sql`n`)} from member_notes n join users u on u.id = n.author_id
    where n.organization_id = ${organizationId} and n.user_id = ${userId}
      ${before === undefined ? sql`` : sql`and n.id < ${before}`}
    order by n.id desc limit ${limit + 1}
  `.execute(db);
  return rows;
}

export async function insertNote(
  tx: Tx,
  { organizationId }: Scope,
  note: Pick<NoteRow, 'user_id' | 'author_id' | 'text'>,
  now: Temporal.Instant,
): Promise<NoteRow> {
  const { rows } = await sql<NoteRow>`
    with made as (
      insert into member_notes (organization_id, user_id, author_id, text, created_at, updated_at)
      values (${organizationId}, ${note.user_id}, ${note.author_id}, ${note.text}, ${now}, ${now}) returning *
    )
    select ${columns(sql`made`)} from made join users u on u.id = made.author_id
  `.execute(tx);
  const [made] = rows;
  if (!made) throw new Error('a note was not stored');
  return made;
}

/** Locked until the transaction ends. */
export async function lockNote(
  tx: Tx,
  { organizationId }: Scope,
  { userId, noteId }: { userId: number; noteId: number },
): Promise<NoteRow | undefined> {
  const { rows } = await sql<NoteRow>`
    select ${columns(sql`n`)} from member_notes n join users u on u.id = n.author_id
    where n.organization_id = ${organizationId} and n.id = ${noteId} and n.user_id = ${userId} for no key update of n
  `.execute(tx);
  return rows[0];
}

export async function updateNote(
  tx: Tx,
  { organizationId }: Scope,
  id: number,
  text: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('member_notes')
    .set({ text, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteNote(tx: Tx, { organizationId }: Scope, id: number): Promise<void> {
  await tx
    .deleteFrom('member_notes')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** What coordinators wrote about a person, for the person. All shards. */
export async function notesAbout(db: Reader, userId: number) {
  return await db
    .selectFrom('member_notes')
    .select(['organization_id', 'text', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** All shards. */
export async function tagsOf(db: Reader, userId: number) {
  const { rows } = await sql<{ organization_id: number; name: string }>`
    select mt.organization_id, t.name from member_tags mt
    join tags t on t.id = mt.tag_id and t.organization_id = mt.organization_id
    where mt.user_id = ${userId} order by mt.organization_id, t.name
  `.execute(db);
  return rows;
}

/** All shards. */
export async function deleteNotesAbout(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('member_notes').where('user_id', '=', userId).execute();
}
