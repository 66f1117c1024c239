import { sql } from 'kysely';
import { type Reader, send, type Tx } from '#platform/db/index.ts';

/** The last of the given devices that is known: the more specific ones come last. */
export async function findKnownDevice(
  db: Reader,
  userId: number,
  devices: readonly Buffer[],
): Promise<Buffer | undefined> {
  const rows = await db
    .selectFrom('known_devices')
    .select('device')
    .where('user_id', '=', userId)
    .where('device', 'in', [...devices])
    .execute();
  return devices.findLast((device) => rows.some((row) => row.device.equals(device)));
}

export async function listKnownDevices(db: Reader, userId: number) {
  return await db
    .selectFrom('known_devices')
    .select(['device', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .execute();
}

export async function forgetDevices(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}

export async function rememberDevices(
  tx: Tx,
  userId: number,
  devices: readonly Buffer[],
  now: Temporal.Instant,
): Promise<void> {
  await send(
    tx,
    sql`
    insert into known_devices (user_id, device, last_used_at)
    select ${userId}, device, ${now} from unnest(${[...devices]}::bytea[]) as device
    on conflict (user_id, device) do update set last_used_at = excluded.last_used_at
  `,
  );
}

export async function blockedUntil(db: Reader, subject: Buffer): Promise<Temporal.Instant | null> {
  const row = await db
    .selectFrom('login_failures')
    .select('blocked_until')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.blocked_until ?? null;
}

export interface Failures {
  /** In a row. A day without one starts the count over. */
  readonly failures: number;
  /** By those before this one. */
  readonly blocked_until: Temporal.Instant | null;
}

/** Counts a failure. Those that are counted at the same moment take turns. */
export async function countFailure(tx: Tx, subject: Buffer, now: Temporal.Instant): Promise<Failures> {
  const { rows } = await sql<Failures>`
    insert into login_failures as counted (subject, failures, last_failed_at) values (${subject}, 1, ${now})
    on conflict (subject) do update set
      failures = case when counted.last_failed_at < ${now.subtract({ hours: 24 })} then 1 else counted.failures + 1 end,
      last_failed_at = excluded.last_failed_at
    returning failures, blocked_until
  `.execute(tx);
  return rows[0] ?? { failures: 1, blocked_until: null };
}

export async function blockUntil(tx: Tx, subject: Buffer, until: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('login_failures')
    .set({ blocked_until: until })
    .where('subject', '=', subject)
    .execute();
}

export async function forgiveFailures(tx: Tx, subjects: readonly Buffer[]): Promise<void> {
  await send(tx, sql`delete from login_failures where subject = any(${[...subjects]}::bytea[])`);
}
