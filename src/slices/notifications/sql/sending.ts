import { type RawBuilder, sql } from 'kysely';
import { type Reader, send, setting, type Tx, withNewPlan } from '#platform/db/index.ts';
import { joinedKinds, mostJoined } from '../rules/joined.ts';

/** For as long as no one else may send what a worker has claimed. It says every few seconds that it is still at it. */
export const leaseSeconds = 20;

const untilLeaseEnds = sql`now() + make_interval(secs => ${leaseSeconds})`;

/** Where a notice is: the time tells the partition. */
export interface Claimed {
  readonly id: number;
  readonly about_at: Temporal.Instant;
}

/** A notice that this worker is to send, as the queue had it. */
export interface Lease extends Claimed {
  /** With this one. */
  readonly attempts: number;
  /** Browsers have shown it, or were tried: an earlier turn has it noted. */
  readonly is_told: boolean;
}

/** `n` is one of these. PostgreSQL plans for the partitions between the first and the last time only. */
export function isOneOf(claimed: readonly Claimed[]): RawBuilder<unknown> {
  let [first, last] = [claimed[0]?.about_at, claimed[0]?.about_at];
  for (const { about_at: time } of claimed) {
    if (first && Temporal.Instant.compare(time, first) < 0) first = time;
    if (last && Temporal.Instant.compare(time, last) > 0) last = time;
  }
  return sql`n.id = any(${claimed.map(({ id }) => id)}::bigint[]) and n.about_at between ${first} and ${last}`;
}

export interface Turn {
  /** How many notices, without those that go into the same email. */
  readonly limit: number;
  /** The organization that had the last turn; 0 to begin with the first. */
  readonly after: number;
  /** Begins with what can wait. */
  readonly canWait?: boolean;
}

/**
 * Claims what is due and not leased, first what people have just caused, and with it whatever goes into the same email.
 * Organizations take turns: thousands of emails of one don't delay those of the others. Returns who had the last turn.
 * What has been due for longest comes first.
 */
export async function claimDue(
  tx: Tx,
  now: Temporal.Instant,
  { limit, after, canWait: first = false }: Turn,
): Promise<{ readonly claimed: Lease[]; readonly last: number }> {
  await send(tx, sql`select ${setting('useIndexes', 'inOrder')}`);
  for (const canWait of [first, !first]) {
    for (const start of after > 0 ? [after, 0] : [0]) {
      const organizationIds = await nextInTurn(tx, now, { limit, after: start }, canWait);
      if (organizationIds.length === 0) continue;
      const claimed = await claimOf(tx, now, organizationIds, limit, canWait);
      // Another worker is claiming theirs right now; others may have something due, too.
      if (claimed.length === 0) continue;
      return { claimed, last: organizationIds.length < limit ? 0 : (organizationIds.at(-1) ?? 0) };
    }
  }
  return { claimed: [], last: 0 };
}

const isOfKind = (canWait: boolean) => (canWait ? sql`q.can_wait` : sql`not q.can_wait`);

/** Leases use the database's clock, so the workers' clocks can differ. */
const isDue = (now: Temporal.Instant) =>
  sql`q.due_at <= ${now} and (q.leased_until is null or q.leased_until < now())`;

/** Organizations that have something due, in the order of their ids. Each is one look into the index. */
async function nextInTurn(
  tx: Tx,
  now: Temporal.Instant,
  { limit, after }: Turn,
  canWait: boolean,
): Promise<number[]> {
  const rows = await withNewPlan(
    tx,
    sql<{ organization_id: number }>`
    with recursive line as (
      select ${after}::bigint as organization_id, false as has_due, 0 as found
      union all
      select next.organization_id, due.id is not null, line.found + (due.id is not null)::int
      from line cross join lateral (
        select q.organization_id from notification_queue q
        where ${isOfKind(canWait)} and q.organization_id > line.organization_id
        order by q.can_wait, q.organization_id, q.due_at, q.id limit 1
      ) as next left join lateral (
        select q.id from notification_queue q
        where ${isOfKind(canWait)} and q.organization_id = next.organization_id and ${isDue(now)}
        order by q.can_wait, q.organization_id, q.due_at, q.id limit 1
      ) as due on true
      where line.found < ${limit}
    )
    select organization_id from line where has_due order by organization_id
  `,
  );
  return rows.map((row) => row.organization_id);
}

/**
 * A burst fills a queue that was empty when PostgreSQL last counted it. Each step is a look into an index for the rows of
 * the step before, whatever the statistics say: 20 of 80,000 take 1 ms before it counts again. With `in` instead
 * of `lateral` and `any`, it was 2.5 s. For the same reason the share of an organization is written out.
 */
async function claimOf(
  tx: Tx,
  now: Temporal.Instant,
  organizationIds: readonly number[],
  limit: number,
  canWait: boolean,
): Promise<Lease[]> {
  const share = Math.ceil(limit / organizationIds.length);
  const rows = await withNewPlan(
    tx,
    sql<Lease & { due_at: Temporal.Instant }>`
    with due as (
      select oldest.* from unnest(${[...organizationIds]}::bigint[]) as turn (organization_id) cross join lateral (
        select q.id, q.user_id, q.organization_id, q.kind from notification_queue q
        where ${isOfKind(canWait)} and q.organization_id = turn.organization_id and ${isDue(now)}
        order by q.can_wait, q.organization_id, q.due_at, q.id limit ${sql.lit(share)} for update skip locked
      ) as oldest
    ), joined as (
      select alike.id
      from (
        select distinct user_id, organization_id, kind from due where kind = any(${[...joinedKinds]}::text[])
      ) as one
      cross join lateral (
        select q.id from notification_queue q
        where q.user_id = one.user_id and q.organization_id = one.organization_id and q.kind = one.kind and ${isDue(now)}
        order by q.id limit ${mostJoined} for update skip locked
      ) as alike
    )
    update notification_queue set leased_until = ${untilLeaseEnds}, attempts = attempts + 1
    where id = any(array(select id from due union all select id from joined))
    returning id, about_at, due_at, attempts, attempts > 1 or outcome is not null as is_told
  `,
  );
  return rows.toSorted((a, b) => Temporal.Instant.compare(a.due_at, b.due_at) || a.id - b.id);
}

export async function renewLeases(db: Reader, ids: readonly number[]): Promise<void> {
  await withNewPlan(
    db,
    sql`update notification_queue set leased_until = ${untilLeaseEnds} where id = any(${[...ids]}::bigint[])`,
  );
}

/** Whether all of these still wait: accounts are erased and memberships end while emails are being sent. */
export async function areQueued(db: Reader, claimed: readonly Claimed[]): Promise<boolean> {
  const rows = await withNewPlan(
    db,
    sql<{
      id: number;
    }>`select id from notification_queue where id = any(${claimed.map(({ id }) => id)}::bigint[])`,
  );
  return rows.length === claimed.length;
}

/** The server has it. Between its answer and this statement lies the only moment in which a crash doubles a message. */
export async function markSent(db: Reader, sent: readonly Claimed[], now: Temporal.Instant): Promise<void> {
  await finish(db, sent, sql`status = 'sent', sent_at = ${now}`);
}

export async function markSkipped(
  db: Reader,
  skipped: readonly { readonly row: Claimed; readonly outcome: string }[],
): Promise<void> {
  if (skipped.length === 0) return;
  const rows = skipped.map(({ row }) => row);
  const ids = rows.map(({ id }) => id);
  const outcome = sql`(${skipped.map((one) => one.outcome)}::text[])[array_position(${ids}::bigint[], n.id)]`;
  await finish(db, rows, sql`status = 'skipped', outcome = ${outcome}`);
}

/**
 * Takes rows out of the queue and notes how they ended. Both tables are looked up by these ids: a join alone may go through
 * all of a table that was empty when PostgreSQL last counted it.
 */
async function finish(db: Reader, ended: readonly Claimed[], ending: RawBuilder<unknown>): Promise<void> {
  await withNewPlan(
    db,
    sql`
    with gone as (
      delete from notification_queue where id = any(${ended.map(({ id }) => id)}::bigint[])
      returning id, organization_id, about_at, attempts
    )
    update notifications n set ${ending}, attempts = gone.attempts from gone
    where ${isOneOf(ended)} and n.id = gone.id and n.organization_id = gone.organization_id and n.about_at = gone.about_at
  `,
  );
}

/** Back into the queue, for later. `counts`: it was the message that failed, so the attempt counts. */
export async function putBack(
  db: Reader,
  ids: readonly number[],
  { dueAt, outcome, counts }: { dueAt: Temporal.Instant; outcome: string; counts: boolean },
): Promise<void> {
  await withNewPlan(
    db,
    sql`
    update notification_queue set due_at = ${dueAt}, outcome = ${outcome}, leased_until = null,
      attempts = attempts - ${counts ? 0 : 1}::int
    where id = any(${[...ids]}::bigint[])
  `,
  );
}

/** Not tried at all: the attempt does not count. */
export async function handBack(db: Reader, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await withNewPlan(
    db,
    sql`
    update notification_queue set leased_until = null, attempts = attempts - 1, outcome = coalesce(outcome, 'handed_back')
    where id = any(${[...ids]}::bigint[])
  `,
  );
}
