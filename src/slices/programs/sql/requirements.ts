import { sql } from 'kysely';
import { type Reader, send, type Tx } from '#platform/db/index.ts';

/** What people earn and a mission can require. */
export type EarnedKind = 'badge' | 'journey';

export interface EarnedItem {
  readonly kind: EarnedKind;
  readonly itemId: number;
}

/** What a mission can require. */
export type RequirementKind = EarnedKind | 'form';

export interface RequirementItem {
  readonly kind: RequirementKind;
  readonly itemId: number;
  readonly organizationId: number;
  readonly name: string;
}

/** Makes an item known under its current name: missions can ask for it, and a sign-up can say what is missing. */
export async function nameRequirementItem(
  tx: Tx,
  { kind, itemId, organizationId, name }: RequirementItem,
): Promise<void> {
  await sql`
    insert into requirement_items (kind, item_id, organization_id, name)
    values (${kind}, ${itemId}, ${organizationId}, ${name})
    on conflict (kind, item_id, organization_id) do update set name = excluded.name
  `.execute(tx);
}

/** What a mission, a step of a journey or a badge can ask for. */
export type ItemKind = RequirementKind | 'mission' | 'program';

export interface Item {
  readonly kind: ItemKind;
  readonly id: number;
}

export interface OwnItem extends Item {
  readonly name: string;
  readonly is_archived: boolean;
  readonly is_draft: boolean;
}

const byStatus = sql`status = 'archived' as is_archived, status = 'draft' as is_draft`;
const byTime = sql`archived_at is not null as is_archived, false as is_draft`;

/**
 * Which of these items the organization has, by kind. They are held, so that none is archived before our commit; those who
 * ask for the same don't wait for each other, nor for changes of it.
 */
export async function holdOwnItems(
  tx: Tx,
  organizationId: number,
  wanted: readonly Item[],
): Promise<OwnItem[]> {
  if (wanted.length === 0) return [];
  const those = (kind: ItemKind, state = byStatus) => sql`
    select ${kind}::text as kind, id, ${sql.ref(kind === 'form' ? 'title' : 'name')} as name, ${state} from ${sql.table(`${kind}s`)}
    where organization_id = ${organizationId}
      and id = any(${wanted.filter((one) => one.kind === kind).map(({ id }) => id)}::bigint[])
    order by id for key share`;
  const { rows } = await sql<OwnItem>`
    with own_forms as (${those('form')}), own_badges as (${those('badge')}), own_journeys as (${those('journey')}),
      own_missions as (${those('mission', byTime)}), own_programs as (${those('program', byTime)})
    select * from own_forms union all select * from own_badges union all select * from own_journeys
    union all select * from own_missions union all select * from own_programs
  `.execute(tx);
  return rows;
}

/** Until the commit, no one can begin to ask for it. Archiving holds one item and waits for no other. */
export async function holdAlone(tx: Tx, organizationId: number, { kind, id }: Item): Promise<void> {
  await send(
    tx,
    sql`select 1 from ${sql.table(`${kind}s`)} where organization_id = ${organizationId} and id = ${id} for update`,
  );
}

/** The names of the missions in use that require it. */
export async function selectMissionsRequiring(
  tx: Tx,
  organizationId: number,
  { kind, id }: Item,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from missions
    where organization_id = ${organizationId} and archived_at is null
      and requirements -> ${`${kind}s`}::text @> to_jsonb(${id}::bigint)
    order by name, id
  `.execute(tx);
  return rows.map(({ name }) => name);
}

/** The names of the journeys in use with a step that asks for it. People who started an older version don't count. */
export async function selectJourneysRequiring(
  tx: Tx,
  organizationId: number,
  { kind, id }: Item,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from journeys j
    where j.organization_id = ${organizationId} and j.status <> 'archived' and exists (
      select 1 from journey_steps s
      where s.organization_id = j.organization_id and s.journey_id = j.id and s.version = j.version
        and s.config -> ${`${kind}_id`}::text = to_jsonb(${id}::bigint))
    order by name, id
  `.execute(tx);
  return rows.map(({ name }) => name);
}

/** The names of the badges in use for which it counts. */
export async function selectBadgesRequiring(
  tx: Tx,
  organizationId: number,
  { kind, id }: Item,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from badges
    where organization_id = ${organizationId} and status <> 'archived'
      and criteria -> ${`${kind}_id`}::text = to_jsonb(${id}::bigint)
    order by name, id
  `.execute(tx);
  return rows.map(({ name }) => name);
}

export interface Fulfilment extends EarnedItem {
  readonly userId: number;
  readonly validUntil: Temporal.Instant | null;
}

/**
 * These people have these items of the organization from now on; a new end replaces the one before. One statement for any
 * number, in a fixed order, so that two transactions cannot wait for each other.
 */
export async function fulfilRequirements(
  tx: Tx,
  organizationId: number,
  fulfilments: readonly Fulfilment[],
): Promise<void> {
  if (fulfilments.length === 0) return;
  const rows = fulfilments.map(({ kind, itemId, userId, validUntil }) => ({
    kind,
    item_id: itemId,
    user_id: userId,
    valid_until: validUntil?.toString() ?? null,
  }));
  await sql`
    insert into requirement_fulfilments (organization_id, kind, item_id, user_id, valid_until)
    select distinct on (kind, item_id, user_id) ${organizationId}::bigint, kind, item_id, user_id, valid_until
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (kind text, item_id bigint, user_id bigint, valid_until timestamptz)
    order by kind, item_id, user_id, valid_until desc nulls first
    on conflict (kind, item_id, user_id, organization_id) do update set valid_until = excluded.valid_until
  `.execute(tx);
}

/** The person has none of these any more. */
export async function unfulfilRequirements(
  tx: Tx,
  organizationId: number,
  userId: number,
  items: readonly EarnedItem[],
): Promise<void> {
  if (items.length === 0) return;
  await sql`
    delete from requirement_fulfilments f
    using unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ itemId }) => itemId)}::bigint[]) as given (kind, item_id)
    where f.kind = given.kind and f.item_id = given.item_id and f.user_id = ${userId}
      and f.organization_id = ${organizationId}
  `.execute(tx);
}

export interface EarnedFulfilment {
  readonly kind: EarnedKind;
  readonly id: number;
  /** Names are shown within their organization only. */
  readonly organization_id: number;
  readonly name: string;
  /** Who, of those asked for, has it, and the Unix time in milliseconds until which it counts; null for always. */
  readonly people: readonly (readonly [userId: number, untilMs: number | null])[];
}

export interface EarnedQuestion {
  readonly organizationIds: readonly number[];
  readonly badges: readonly number[];
  readonly journeys: readonly number[];
  readonly userIds: readonly number[];
}

/** Who has which badges and journeys until when, with their names: one statement for any number of all. */
export async function earnedFulfilmentOf(
  db: Reader,
  { organizationIds, badges, journeys, userIds }: EarnedQuestion,
): Promise<EarnedFulfilment[]> {
  const { rows } = await sql<EarnedFulfilment>`
    select i.kind, i.item_id as id, i.organization_id, i.name,
      coalesce(json_agg(json_build_array(f.user_id, (extract(epoch from f.valid_until) * 1000)::bigint))
        filter (where f.user_id is not null), '[]'::json) as people
    from requirement_items i
    left join requirement_fulfilments f on f.kind = i.kind and f.item_id = i.item_id
      and f.organization_id = i.organization_id and f.user_id = any(${[...userIds]}::bigint[])
    where i.organization_id = any(${[...organizationIds]}::bigint[])
      and (i.kind = 'badge' and i.item_id = any(${[...badges]}::bigint[])
        or i.kind = 'journey' and i.item_id = any(${[...journeys]}::bigint[]))
    group by i.kind, i.item_id, i.organization_id, i.name
  `.execute(db);
  return rows;
}
