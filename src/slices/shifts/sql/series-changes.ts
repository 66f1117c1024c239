import { sql } from 'kysely';
import type { Actor } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import type { FieldError, RefusalCode } from '#kernel/refusal.ts';
import { olderThan } from '#platform/db/clean-up.ts';
import { findPlace, inKnownPlace, type Reader, rememberPlaces, send, type Tx } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';

export type SeriesChangeKind = 'change' | 'publish' | 'cancel';

/** As it is stored: an error that becomes a text when it is read, or a refusal without one. Old rows have the text. */
export type Note =
  | FieldError
  | { readonly code: RefusalCode }
  | { readonly code: string; readonly message: string };

/** A shift that was left as it was, and why. */
export type Unchanged = Note & { readonly shift_id: number };

export interface SeriesChangeRow {
  readonly id: number;
  readonly organization_id: number;
  readonly series_id: number;
  readonly shift_id: number;
  readonly kind: SeriesChangeKind;
  readonly status: 'queued' | 'running' | 'done' | 'failed';
  readonly input: unknown;
  readonly actor: Actor;
  readonly request_id: string;
  readonly chunks: readonly (readonly number[])[];
  readonly chunks_done: number;
  readonly total: number;
  readonly done: number;
  readonly changed: number;
  readonly warnings: readonly Note[];
  readonly unchanged: readonly Unchanged[];
  readonly created_at: Temporal.Instant;
  readonly updated_at: Temporal.Instant;
  readonly finished_at: Temporal.Instant | null;
}

export interface NewSeriesChange {
  readonly seriesId: number;
  readonly shiftId: number;
  readonly kind: SeriesChangeKind;
  readonly input: unknown;
  readonly chunks: readonly (readonly number[])[];
}

/** The outcome of a change can be read for 90 days. */
export const expiringSeriesChanges = olderThan({
  table: 'series_changes',
  key: ['id', 'organization_id'],
  column: 'finished_at',
  keptHours: 90 * 24,
});

export async function insertSeriesChange(
  tx: Tx,
  grant: Grant<'shifts.manage'>,
  call: Call,
  change: NewSeriesChange,
): Promise<number> {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    insert into series_changes (organization_id, series_id, shift_id, kind, input, actor, request_id, chunks, total,
                                created_at, updated_at)
    values (${grant.organizationId}, ${change.seriesId}, ${change.shiftId}, ${change.kind},
      ${JSON.stringify(change.input)}, ${JSON.stringify(call.actor)}, ${call.requestId}, ${JSON.stringify(change.chunks)},
      ${change.chunks.flat().length}, ${call.now}, ${call.now})
    returning id, organization_id
  `.execute(tx);
  rememberPlaces(tx, 'series_changes', rows);
  return rows[0]?.id as number;
}

export async function findSeriesChange(db: Reader, id: number): Promise<SeriesChangeRow | undefined> {
  const { rows } = await sql<SeriesChangeRow>`
    select * from series_changes change where id = ${id} ${inKnownPlace(db, 'series_changes', id, 'change')}
  `.execute(db);
  rememberPlaces(db, 'series_changes', rows);
  return rows[0];
}

export interface SeriesChangeFilter {
  readonly seriesId: number;
  readonly before: number | undefined;
  readonly limit: number;
}

/** The newest first, one more than asked for. */
export async function selectSeriesChanges(
  db: Reader,
  grant: Grant<'shifts.manage'>,
  { seriesId, before, limit }: SeriesChangeFilter,
): Promise<SeriesChangeRow[]> {
  const { rows } = await sql<SeriesChangeRow>`
    select * from series_changes
    where series_id = ${seriesId} and organization_id = ${grant.organizationId}
      and (${before ?? null}::bigint is null or id < ${before ?? null})
    order by id desc limit ${limit + 1}
  `.execute(db);
  return rows;
}

/** Taken after the locks on shifts and people, so that two who carry on with the same change do each chunk once. */
export async function lockSeriesChange(
  tx: Tx,
  { id, organization_id }: Pick<SeriesChangeRow, 'id' | 'organization_id'>,
): Promise<SeriesChangeRow | undefined> {
  const { rows } = await sql<SeriesChangeRow>`
    select * from series_changes where organization_id = ${organization_id} and id = ${id} for update
  `.execute(tx);
  return rows[0];
}

export interface ChunkResult {
  readonly changed: number;
  readonly warnings: readonly Note[];
  readonly unchanged: readonly Unchanged[];
}

/** Written in the transaction of the chunk: a chunk is done if and only if it is counted. */
export async function countChunk(
  tx: Tx,
  { id, organization_id, chunks, chunks_done }: SeriesChangeRow,
  result: ChunkResult,
  now: Temporal.Instant,
): Promise<SeriesChangeRow> {
  const isLast = chunks_done + 1 >= chunks.length;
  const { rows } = await sql<SeriesChangeRow>`
    update series_changes set
      status = ${isLast ? 'done' : 'running'}, chunks_done = chunks_done + 1,
      done = done + ${chunks[chunks_done]?.length ?? 0}, changed = changed + ${result.changed},
      warnings = warnings || ${JSON.stringify(result.warnings)}::jsonb,
      unchanged = unchanged || ${JSON.stringify(result.unchanged)}::jsonb,
      updated_at = ${now}, finished_at = ${isLast ? now : null}
    where organization_id = ${organization_id} and id = ${id} returning *
  `.execute(tx);
  return rows[0] as SeriesChangeRow;
}

/** The shifts of the next chunk are tried one by one. */
export async function splitChunk(
  tx: Tx,
  { id, organization_id, chunks, chunks_done }: SeriesChangeRow,
): Promise<void> {
  const split = chunks.flatMap((ids, index) => (index === chunks_done ? ids.map((one) => [one]) : [ids]));
  await send(
    tx,
    sql`
    update series_changes set chunks = ${JSON.stringify(split)}
    where organization_id = ${organization_id} and id = ${id}
  `,
  );
}

export async function failSeriesChange(tx: Tx, id: number, now: Temporal.Instant): Promise<void> {
  const organizationId = await findPlace(tx, 'series_changes', id);
  await send(
    tx,
    sql`
    update series_changes set status = 'failed', updated_at = ${now}, finished_at = ${now}
    where organization_id = ${organizationId ?? null} and id = ${id} and status in ('queued', 'running')
  `,
  );
}
