import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

export interface EventKey {
  readonly id: string;
  readonly organization_id: number;
  readonly created_at: Temporal.Instant;
}

/** Events are kept for 90 days, by the week. */
const keptDays = 100;

/**
 * The one change of events: what was typed as the reason of something that happened to a person is removed with their account.
 * There is no index of events by person. The audit log has one, and an entry of the same moment for each reason. Returns all
 * that were found, for those who keep copies; safe to repeat.
 */
export async function forgetReasons(
  tx: Tx,
  userId: number,
  types: readonly string[],
  now: Temporal.Instant,
): Promise<EventKey[]> {
  const since = now.subtract({ hours: 24 * keptDays });
  const { rows: moments } = await sql<{ organization_id: number; created_at: Temporal.Instant }>`
    select distinct organization_id, created_at from audit_log
    where subject_user_id = ${userId} and created_at > ${since} and reason is not null and reason <> ${ownReason}
    order by created_at
  `.execute(tx);
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last) return [];
  const { rows } = await sql<EventKey>`
    with found as materialized (
      select e.id, e.organization_id, e.created_at
      from unnest(${moments.map((one) => one.organization_id)}::bigint[],
        ${moments.map((one) => one.created_at.toString())}::timestamptz[]) as given (organization_id, created_at)
      join events e on e.organization_id = given.organization_id and e.created_at = given.created_at
      where e.created_at between ${first.created_at} and ${last.created_at}
        and e.type = any(${[...types]}::text[]) and e.data -> 'user_id' = to_jsonb(${userId}::bigint)
    ), emptied as (
      update events e set data = jsonb_set(e.data, '{reason}', 'null') from found
      where e.id = found.id and e.organization_id = found.organization_id and e.created_at = found.created_at
        and e.created_at between ${first.created_at} and ${last.created_at} and e.data ->> 'reason' is not null
    )
    select id, organization_id, created_at from found
  `.execute(tx);
  return rows;
}

/** The erasure's own reason says nothing about anyone. */
const ownReason = 'account_erased';
