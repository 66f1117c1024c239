import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

export interface EventKey {
  readonly id: string;
  readonly organization_id: number;
  readonly created_at: Temporal.Instant;
}

/**
 * The one change of events: what was typed as the reason of something that happened to a person is removed with their account.
 * Returns all events that can have one, also those from which it is gone, for those who keep copies; safe to repeat.
 */
export async function forgetReasons(tx: Tx, userId: number, types: readonly string[]): Promise<EventKey[]> {
  // An event from outside can have anything there. The index has numbers.
  const about = sql`data ? 'reason' and jsonb_typeof(data -> 'user_id') = 'number'
    and data -> 'user_id' = to_jsonb(${userId}::bigint)
    and type = any(${[...types]}::text[]) and data ->> 'reason' is distinct from ${ownReason}`;
  const { rows } = await sql<EventKey>`
    with emptied as (
      update events set data = jsonb_set(data, '{reason}', 'null') where ${about} and data ->> 'reason' is not null
    )
    select id, organization_id, created_at from events where ${about}
  `.execute(tx);
  return rows;
}

/** The erasure's own reason says nothing about anyone. */
const ownReason = 'account_erased';
