import { sql } from 'kysely';
import type { Actor } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { ahead, type Tx } from '#platform/db/index.ts';

/** One change, for the record. Holds ids and states, never personal data: the record outlives an erased person. */
export interface AuditEntry {
  readonly organizationId: number | null;
  /** What was done, as `object.verb`. */
  readonly action: string;
  readonly objectType: string;
  readonly objectId: number | null;
  readonly subjectUserId?: number | null;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string | null;
  readonly source?: string | null;
}

/** Written in the transaction of the change. Several entries cost one statement. */
export async function writeAudit(tx: Tx, call: Call, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    organization_id: entry.organizationId,
    subject_user_id: entry.subjectUserId ?? null,
    action: entry.action,
    object_type: entry.objectType,
    object_id: entry.objectId,
    before: entry.before ?? null,
    after: entry.after ?? null,
    reason: entry.reason ?? null,
    source: entry.source ?? null,
  }));
  await sql`${ahead}
    insert into audit_log (organization_id, actor_kind, actor_id, subject_user_id, action, object_type, object_id,
                           before, after, reason, source, request_id, created_at)
    select organization_id, ${call.actor.kind}, ${actorId(call.actor)}, subject_user_id, action, object_type, object_id,
           nullif(before, 'null'), nullif(after, 'null'), reason, source, ${call.requestId}, ${call.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (
      organization_id bigint, subject_user_id bigint, action text, object_type text, object_id bigint,
      before jsonb, after jsonb, reason text, source text)
  `.execute(tx);
}

function actorId(actor: Actor): number | null {
  if (actor.kind === 'person') return actor.userId;
  if (actor.kind === 'api_key') return actor.keyId;
  return null;
}
