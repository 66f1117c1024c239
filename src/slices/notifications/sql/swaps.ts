import { sql } from 'kysely';
import { type Reader, send, type Tx } from '#platform/db/index.ts';
import type { SwapNotice } from '../rules/notices.ts';

/** Members only, about a swap of their organization: a made-up event cannot write to another's people. */
export async function insertSwapNotices(
  tx: Tx,
  swaps: readonly SwapNotice[],
  now: Temporal.Instant,
): Promise<void> {
  if (swaps.length === 0) return;
  const rows = swaps.map((swap) => ({
    event_id: swap.eventId,
    event_at: swap.eventAt,
    organization_id: swap.organizationId,
    user_id: swap.userId,
    swap_id: swap.swapId,
    news: swap.news,
  }));
  await send(
    tx,
    sql`
    insert into notifications (key, kind, user_id, organization_id, shift_id, event_id, details, about_at, created_at)
    select given.event_id || ':swap:' || m.user_id, 'swap', m.user_id, m.organization_id, w.shift_id, given.event_id,
      jsonb_build_object('swap_id', w.id, 'news', given.news), given.event_at, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (event_id text, event_at timestamptz,
      organization_id bigint, user_id bigint, swap_id bigint, news text)
    join swaps w on w.organization_id = given.organization_id and w.id = given.swap_id
    join memberships m on m.organization_id = given.organization_id and m.user_id = given.user_id
    on conflict (key, organization_id, about_at) do nothing
  `,
  );
}

/** A swap as a notification about it needs it. */
export interface NoticedSwap {
  readonly id: number;
  readonly organization_id: number;
  readonly status: string;
  readonly message: string;
  readonly user_id: number;
  readonly role_name: string | null;
  /** Null where the organization doesn't show who is coming, and of people who are gone. */
  readonly giver_name: string | null;
  readonly named_name: string | null;
}

export async function selectSwaps(
  db: Reader,
  organizations: readonly number[],
  ids: readonly number[],
): Promise<NoticedSwap[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NoticedSwap>`
    select w.id, w.organization_id, w.status, w.message, w.user_id, role.name as role_name,
      case when o.show_coming and giver.erased_at is null then giver.name end as giver_name,
      case when o.show_coming and named.erased_at is null then named.name end as named_name
    from swaps w
    join organizations o on o.id = w.organization_id
    join registrations r on r.id = w.registration_id and r.organization_id = w.organization_id
    left join shift_roles role on role.id = r.role_id and role.organization_id = w.organization_id
    join users giver on giver.id = w.user_id
    left join users named on named.id = w.to_user_id
    where w.organization_id = any(${[...organizations]}::bigint[]) and w.id = any(${[...ids]}::bigint[])
  `.execute(db);
  return rows;
}
