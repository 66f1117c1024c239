import { sql } from 'kysely';
import type { Actor } from '#kernel/actor.ts';
import { type AuditAction, auditObjectOf } from '#kernel/audit.ts';
import type { Call } from '#kernel/call.ts';
import { formatInstant } from '#kernel/time.ts';
import { isCluster, jsonLines, send, type Tx } from '#platform/db/index.ts';

/** One change, for the record. Holds ids and states, never personal data: the record outlives an erased person. */
export interface AuditEntry {
  readonly organizationId: number | null;
  /** What was done, as `object.verb`. */
  readonly action: AuditAction;
  readonly objectId: number | null;
  readonly subjectUserId?: number | null;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string | null;
  readonly source?: string | null;
}

/** Written in the transaction of the change. Several entries cost one statement. */
export async function writeAudit(tx: Tx, call: Call, ...entries: readonly AuditEntry[]): Promise<void> {
  await writeAudits(
    tx,
    entries.map((entry) => ({ call, entry })),
  );
}

/**
 * The same for changes that several calls made in one transaction. On a cluster, Citus copies what such a statement selects
 * to the shards, and then always commits in two phases: events on the coordinator are kept if and only if the change is,
 * and its locks on other nodes end after they are visible. `returning` or `on conflict` would end that.
 */
export async function writeAudits(
  tx: Tx,
  changes: readonly { readonly call: Call; readonly entry: AuditEntry }[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ call, entry }) => rowOf(call, entry));
  await copyRows(tx, rows);
}

type Row = ReturnType<typeof rowOf>;

function rowOf(call: Call, entry: AuditEntry) {
  return {
    // The column is part of the key, so it can't be null.
    organization_id: entry.organizationId ?? 0,
    actor_kind: call.actor.kind,
    actor_id: actorId(call.actor),
    subject_user_id: entry.subjectUserId ?? null,
    action: entry.action,
    object_type: auditObjectOf(entry.action),
    object_id: entry.objectId,
    before: JSON.stringify(withFormattedTimes(entry.before)),
    after: JSON.stringify(withFormattedTimes(entry.after)),
    reason: entry.reason ?? null,
    source: entry.source ?? null,
    request_id: call.requestId,
    created_at: call.now.toString(),
  };
}

/** For changes without an entry whose events or emails must not be lost: the same two phases on a cluster, with no row. */
export async function commitInTwoPhases(tx: Tx): Promise<void> {
  if (await isCluster(tx)) await copyRows(tx, []);
}

/** As lists and lines: as objects in JSON, PostgreSQL took 56 µs for an entry instead of 49. */
async function copyRows(tx: Tx, rows: readonly Row[]): Promise<void> {
  const list = <Name extends keyof Row>(name: Name) => rows.map((row) => row[name]);
  await send(
    tx,
    sql`
    insert into audit_log (organization_id, actor_kind, actor_id, subject_user_id, action, object_type, object_id,
                           before, after, reason, source, request_id, created_at)
    select organization_id, actor_kind, actor_id, subject_user_id, action, object_type, object_id,
           nullif(before, 'null'), nullif(after, 'null'), reason, source, request_id, created_at
    from unnest(${list('organization_id')}::bigint[], ${list('actor_kind')}::text[], ${list('actor_id')}::bigint[],
      ${list('subject_user_id')}::bigint[], ${list('action')}::text[], ${list('object_type')}::text[],
      ${list('object_id')}::bigint[], ${jsonLines(list('before'))}::jsonb[], ${jsonLines(list('after'))}::jsonb[],
      ${list('reason')}::text[], ${list('source')}::text[], ${list('request_id')}::text[],
      ${list('created_at')}::timestamptz[])
      as entry (organization_id, actor_kind, actor_id, subject_user_id, action, object_type, object_id, before, after,
        reason, source, request_id, created_at)
  `,
  );
}

/** Like all times that leave the service; on its own, an instant omits decimals that are zero. */
function withFormattedTimes(values: unknown): unknown {
  if (values === null || values === undefined || Object.getPrototypeOf(values) !== Object.prototype)
    return values ?? null;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value instanceof Temporal.Instant ? formatInstant(value) : value,
    ]),
  );
}

function actorId(actor: Actor): number | null {
  if (actor.kind === 'person') return actor.userId;
  if (actor.kind === 'api_key') return actor.keyId;
  return null;
}
