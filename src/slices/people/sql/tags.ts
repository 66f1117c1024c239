import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import type { TagColor } from '../rules.ts';

export interface TagRow {
  readonly id: number;
  readonly name: string;
  readonly color: TagColor | null;
}

type Annotating = Grant<'people.annotate'>;

export const nameConstraint = 'tags_by_name';

export async function selectTags(
  db: Reader,
  { organizationId }: Grant<'members.read'>,
): Promise<(TagRow & { readonly people: number })[]> {
  const { rows } = await sql<TagRow & { people: number }>`
    select t.id, t.name, t.color, count(mt.user_id)::int as people
    from tags t left join member_tags mt on mt.tag_id = t.id and mt.organization_id = ${organizationId}
    where t.organization_id = ${organizationId} group by t.id, t.organization_id, t.name, t.color
    order by lower(t.name), t.id
  `.execute(db);
  return rows;
}

export async function countTags(db: Reader, { organizationId }: Annotating): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tags where organization_id = ${organizationId}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertTag(
  tx: Tx,
  { organizationId }: Annotating,
  tag: Omit<TagRow, 'id'>,
  now: Temporal.Instant,
): Promise<TagRow> {
  return await tx
    .insertInto('tags')
    .values({ ...tag, organization_id: organizationId, created_at: now })
    .returning(['id', 'name', 'color'])
    .$narrowType<TagRow>()
    .executeTakeFirstOrThrow();
}

/** Locked until the transaction ends. */
export async function lockTag(
  tx: Tx,
  { organizationId }: Annotating,
  id: number,
): Promise<TagRow | undefined> {
  const { rows } = await sql<TagRow>`
    select id, name, color from tags where organization_id = ${organizationId} and id = ${id} for no key update
  `.execute(tx);
  return rows[0];
}

export async function updateTag(
  tx: Tx,
  { organizationId }: Annotating,
  { id, name, color }: TagRow,
): Promise<void> {
  await tx
    .updateTable('tags')
    .set({ name, color })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteTag(tx: Tx, { organizationId }: Annotating, id: number): Promise<void> {
  await tx.deleteFrom('tags').where('organization_id', '=', organizationId).where('id', '=', id).execute();
}

/** Which of these are members. They stay members until the transaction ends. */
export async function lockMembers(
  tx: Tx,
  { organizationId }: Annotating,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from memberships
    where organization_id = ${organizationId} and user_id = any(${[...userIds]}::bigint[])
    order by user_id for key share
  `.execute(tx);
  return rows.map((row) => row.user_id);
}

/** Which of these tags the organization has. They stay until the transaction ends. */
export async function lockTags(
  tx: Tx,
  { organizationId }: Annotating,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from tags where organization_id = ${organizationId} and id = any(${[...ids]}::bigint[])
    order by id for key share
  `.execute(tx);
  return rows.map((row) => row.id);
}

export interface TagChanged {
  readonly user_id: number;
  readonly tag_id: number;
}

/** Those that were not there before. */
export async function addTags(
  tx: Tx,
  { organizationId }: Annotating,
  userIds: readonly number[],
  tagIds: readonly number[],
): Promise<TagChanged[]> {
  const { rows } = await sql<TagChanged>`
    insert into member_tags (organization_id, user_id, tag_id)
    select ${organizationId}::bigint, person, tag
    from unnest(${[...userIds]}::bigint[]) as person cross join unnest(${[...tagIds]}::bigint[]) as tag
    order by person, tag
    on conflict do nothing returning user_id, tag_id
  `.execute(tx);
  return rows;
}

export async function removeTags(
  tx: Tx,
  { organizationId }: Annotating,
  userIds: readonly number[],
  tagIds: readonly number[],
): Promise<TagChanged[]> {
  const { rows } = await sql<TagChanged>`
    delete from member_tags where organization_id = ${organizationId}
      and user_id = any(${[...userIds]}::bigint[]) and tag_id = any(${[...tagIds]}::bigint[])
    returning user_id, tag_id
  `.execute(tx);
  return rows;
}
