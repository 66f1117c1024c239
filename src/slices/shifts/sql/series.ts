import { sql } from 'kysely';
import { type Reader, rememberPlaces, send, type Tx } from '#platform/db/index.ts';
import type { Grant } from '#slices/organizations/index.ts';

type Manage = Grant<'shifts.manage'>;

export interface NewSeries {
  readonly programId: number;
  readonly rule: string;
  readonly timeZone: string;
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly template: unknown;
  readonly madeUntil: Temporal.Instant | null;
  readonly createdBy: number | null;
  readonly now: Temporal.Instant;
}

export async function insertSeries(tx: Tx, grant: Manage, series: NewSeries): Promise<number> {
  const row = await tx
    .insertInto('series')
    .values({
      organization_id: grant.organizationId,
      program_id: series.programId,
      rule: series.rule,
      time_zone: series.timeZone,
      start_time: series.start,
      end_time: series.end,
      template: JSON.stringify(series.template),
      made_until: series.madeUntil,
      created_by: series.createdBy,
      created_at: series.now,
    })
    .returning(['id', 'organization_id'])
    .executeTakeFirstOrThrow();
  rememberPlaces(tx, 'series', [row]);
  return row.id;
}

/** What later occurrences are made from. Returns the series as it is now. */
export async function updateTemplate(
  tx: Tx,
  grant: Manage,
  seriesId: number,
  change: Record<string, unknown>,
): Promise<SeriesRow | undefined> {
  const { rows } = await sql<SeriesRow>`
    update series set template = template || ${JSON.stringify(change)}::jsonb
    where id = ${seriesId} and organization_id = ${grant.organizationId}
    returning id, organization_id, rule, time_zone, start_time, end_time, template, made_until
  `.execute(tx);
  return rows[0];
}

export async function moveSeries(
  tx: Tx,
  grant: Manage,
  seriesId: number,
  to: Pick<SeriesRow, 'rule' | 'start_time' | 'end_time' | 'made_until' | 'time_zone'>,
): Promise<void> {
  await send(
    tx,
    sql`
    update series set rule = ${to.rule}, start_time = ${to.start_time}, end_time = ${to.end_time}, made_until = ${to.made_until},
      time_zone = ${to.time_zone}
    where id = ${seriesId} and organization_id = ${grant.organizationId}
  `,
  );
}

/** No more occurrences are made. */
export async function endSeries(tx: Tx, grant: Manage, seriesId: number): Promise<void> {
  await send(
    tx,
    sql`
    update series set made_until = null where id = ${seriesId} and organization_id = ${grant.organizationId}
  `,
  );
}

export interface SeriesRow {
  readonly id: number;
  readonly organization_id: number;
  readonly rule: string;
  readonly time_zone: string;
  readonly start_time: Temporal.Instant;
  readonly end_time: Temporal.Instant;
  readonly template: unknown;
  /** Null: no more occurrences are made. */
  readonly made_until: Temporal.Instant | null;
}

export interface SeriesToExtend {
  readonly id: number;
  readonly organization_id: number;
  readonly made_until: Temporal.Instant;
}

/**
 * Series whose next occurrences are due, page by page. One that is being changed has to wait, one of an archived program or
 * mission until that is restored. All shards.
 */
export async function selectSeriesToExtend(
  db: Reader,
  before: Temporal.Instant,
  after: SeriesToExtend | undefined,
  limit: number,
): Promise<SeriesToExtend[]> {
  const { rows } = await sql<SeriesToExtend>`
    select series.id, series.organization_id, made_until from series ${withOpenChange}
    where made_until < ${before} and open.id is null
      and not exists (select 1 from programs p where p.organization_id = series.organization_id
        and p.id = series.program_id and p.archived_at is not null)
      and not exists (select 1 from missions m where m.organization_id = series.organization_id
        and m.id = (series.template->>'missionId')::bigint and m.archived_at is not null)
      and (${after?.id ?? null}::bigint is null
        or (made_until, series.id) > (${after?.made_until ?? null}::timestamptz, ${after?.id ?? null}::bigint))
    order by made_until, series.id limit ${limit}
  `.execute(db);
  return rows;
}

/** There is one at most. */
const withOpenChange = sql`left join series_changes open on open.series_id = series.id
  and open.organization_id = series.organization_id and open.status in ('queued', 'running')`;

/** Locked, no occurrence is added and no change to several begins. */
export async function lockSeries(
  tx: Tx,
  organizationId: number,
  id: number,
): Promise<(SeriesRow & { is_changing: boolean }) | undefined> {
  // What is open is asked for once the lock is there: a waiting statement would answer what was before it.
  await send(
    tx,
    sql`select 1 from series where organization_id = ${organizationId} and id = ${id} for update`,
  );
  return await findSeries(tx, organizationId, id);
}

export async function findSeries(
  db: Reader,
  organizationId: number,
  id: number,
): Promise<(SeriesRow & { is_changing: boolean }) | undefined> {
  const { rows } = await sql<SeriesRow & { is_changing: boolean }>`
    select series.id, series.organization_id, rule, time_zone, start_time, end_time, template, made_until,
      open.id is not null as is_changing
    from series ${withOpenChange} where series.organization_id = ${organizationId} and series.id = ${id}
  `.execute(db);
  return rows[0];
}

export async function setMadeUntil(
  tx: Tx,
  { id, organization_id }: Pick<SeriesRow, 'id' | 'organization_id'>,
  until: Temporal.Instant,
): Promise<void> {
  await send(
    tx,
    sql`update series set made_until = ${until} where organization_id = ${organization_id} and id = ${id}`,
  );
}
