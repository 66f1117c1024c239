import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { AuditAction, AuditObject } from '#kernel/audit.ts';
import { formatInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import type { AuditQuery } from './schema.ts';

const cursors = cursorsOf('audit', ['number']);

const columns = [
  'id',
  'organization_id',
  'actor_kind',
  'actor_id',
  'subject_user_id',
  'action',
  'object_type',
  'object_id',
  'before',
  'after',
  'reason',
  'source',
  'request_id',
  'created_at',
] as const;

/** What the people with these ids are called. */
export type NamesOf = (db: Reader, userIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/** The newest first. The organization comes from the gate, never from the query. */
export async function readAudit(
  db: Reader,
  namesOf: NamesOf,
  organizationId: number,
  query: Static<typeof AuditQuery>,
) {
  const { limit } = query;
  const before = cursors.decode(query.cursor)?.[0] as number | undefined;
  // People and keys are numbered apart, so a number alone means a person.
  const actorKind = query.actor_kind ?? (query.actor_id === undefined ? undefined : 'person');
  let rows = db
    .selectFrom('audit_log')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (before !== undefined) rows = rows.where('id', '<', before);
  if (query.actor_id !== undefined) rows = rows.where('actor_id', '=', query.actor_id);
  // As a literal: a plan for any kind could not use the index of those that are rare.
  if (actorKind !== undefined) rows = rows.where('actor_kind', '=', sql.lit(actorKind));
  if (query.user_id !== undefined) rows = rows.where('subject_user_id', '=', query.user_id);
  if (query.object_type !== undefined) rows = rows.where('object_type', '=', query.object_type);
  if (query.object_id !== undefined) rows = rows.where('object_id', '=', query.object_id);
  if (query.action !== undefined) rows = rows.where('action', '=', query.action);
  if (query.from !== undefined) rows = rows.where('created_at', '>=', Temporal.Instant.from(query.from));
  if (query.to !== undefined) rows = rows.where('created_at', '<', Temporal.Instant.from(query.to));
  const found = await rows.execute();
  const names = await namesOf(db, [...new Set(found.flatMap(peopleOf))]);
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  return toPage(
    cursors,
    found,
    limit,
    (row) => [row.id],
    (row) => ({
      ...present(row),
      actor_name: row.actor_kind === 'person' ? nameOf(row.actor_id) : null,
      subject_name: nameOf(row.subject_user_id),
    }),
  );
}

interface Concerned {
  readonly actor_kind: string;
  readonly actor_id: number | null;
  readonly subject_user_id: number | null;
}

function peopleOf({ actor_kind, actor_id, subject_user_id }: Concerned): number[] {
  const actor = actor_kind === 'person' ? actor_id : null;
  return [actor, subject_user_id].filter((id) => id !== null);
}

/** Everything in the audit log about one person, in any organization (all shards): done by them or to them. */
export async function readAuditOf(db: Reader, userId: number) {
  const rows = await db
    .selectFrom('audit_log')
    .select(columns)
    .where((or) =>
      or.or([
        or('subject_user_id', '=', userId),
        or.and([or('actor_id', '=', userId), or('actor_kind', '=', 'person')]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.values().map(present);
}

interface StoredRow {
  readonly organization_id: number;
  readonly action: string;
  readonly object_type: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly created_at: Temporal.Instant;
}

function present<Row extends StoredRow>(row: Row) {
  return {
    ...row,
    organization_id: row.organization_id === 0 ? null : row.organization_id,
    action: row.action as AuditAction,
    object_type: row.object_type as AuditObject,
    before: row.before as unknown,
    after: row.after as unknown,
    created_at: formatInstant(row.created_at),
  };
}
