import { sql } from 'kysely';
import { type Database, onCommit, send, type Tx } from '#platform/db/index.ts';
import { handleJob, type Job, type JobContext, type JobHandler } from '#platform/jobs/index.ts';
import { wakeRelay } from '#platform/outbox/wake.ts';

type Sealing = Pick<Database, 'sealer'>;

/** `sealed` is what jobs had before version 31 of the database: they may still be in the queue. */
export type QueuedMail = { readonly mail_id: string } | { readonly sealed: string };

export interface Addressed {
  readonly to: string;
  /** The account, if it is for one. A later account with the same address is another one. */
  readonly userId?: number | undefined;
  /** The accounts and addresses of others that it names. */
  readonly names?: readonly (number | string)[] | undefined;
  readonly content: string;
  /** What is sent when one of them has been erased. Left out: nothing. */
  readonly withoutNames?: string | undefined;
}

const ofAddress = ({ sealer }: Sealing, address: string): Buffer =>
  sealer.digest('mail-recipient', address.trim().toLowerCase());

/** No address looks like that. */
const ofAccount = ({ sealer }: Sealing, userId: number): Buffer =>
  sealer.digest('mail-recipient', `account ${userId}`);

const digestOf = (database: Sealing, one: number | string): Buffer =>
  typeof one === 'number' ? ofAccount(database, one) : ofAddress(database, one);

/** As PostgreSQL writes a list of bytes: lists of lists would have to be of one length. */
const namesOf = (database: Sealing, names: readonly (number | string)[]): string | null =>
  names.length === 0
    ? null
    : `{${names.map((one) => `"\\\\x${digestOf(database, one).toString('hex')}"`).join(',')}}`;

/**
 * Queues jobs about an address. What they say is sealed in a separate row, which is deleted with the account.
 * One statement writes both, instead of `enqueueAll`: an invitation sends no more statements than its limit allows.
 */
export async function enqueueAddressed(
  tx: Tx,
  database: Sealing,
  job: Job<QueuedMail>,
  all: readonly Addressed[],
): Promise<void> {
  if (all.length === 0) return;
  const seal = (content: string) => database.sealer.seal(job.name, '', Buffer.from(content));
  await send(
    tx,
    sql`
    with mail as (
      insert into queued_mail (id, recipient, names, sealed, without_names)
      select id, recipient, names::bytea[], sealed, without_names
      from unnest(${all.map(() => crypto.randomUUID())}::uuid[],
        ${all.map(({ to, userId }) => digestOf(database, userId ?? to))}::bytea[],
        ${all.map(({ names = [] }) => namesOf(database, names))}::text[],
        ${all.map(({ content }) => seal(content))}::bytea[],
        ${all.map(({ withoutNames }) => (withoutNames === undefined ? null : seal(withoutNames)))}::bytea[]
      ) as given (id, recipient, names, sealed, without_names)
      returning id
    )
    insert into queued_jobs (task, payload, max_attempts)
    select ${job.name}, jsonb_build_object('mail_id', id), ${job.maxAttempts}::smallint from mail
  `,
  );
  onCommit(tx, wakeRelay);
}

/** Does nothing if the person has erased their account since. Read as late as possible, because that may happen at any moment. */
export function handleAddressed(
  database: Database,
  job: Job<QueuedMail>,
  formerPurpose: string,
  run: (content: string, context: JobContext) => Promise<void>,
): JobHandler {
  const { sealer, db } = database;
  return handleJob(job, async (payload, context) => {
    if ('sealed' in payload)
      return await run(
        sealer.open(formerPurpose, '', Buffer.from(payload.sealed, 'base64')).toString(),
        context,
      );
    const { rows } = await sql<{ sealed: Buffer }>`
      select sealed from queued_mail where id = ${payload.mail_id}
    `.execute(db);
    const [mail] = rows;
    if (!mail) return;
    try {
      await run(sealer.open(job.name, '', mail.sealed).toString(), context);
    } catch (error) {
      await keepLonger(database, payload.mail_id, context.now);
      throw error;
    }
    await sql`delete from queued_mail where id = ${payload.mail_id}`.execute(db);
  });
}

/** An operator may try the job again for as long as failed jobs are kept. */
async function keepLonger({ db }: Database, id: string, now: Temporal.Instant): Promise<void> {
  await sql`update queued_mail set created_at = greatest(created_at, ${now}) where id = ${id}`
    .execute(db)
    .catch(() => {});
}

/** What waits for an account and, if it is given, for its address. What names them to others loses all names, or isn't sent. */
export async function forgetQueued(
  tx: Tx,
  database: Sealing,
  { userId, address }: { readonly userId: number; readonly address?: string },
): Promise<void> {
  const digests = [userId, ...(address === undefined ? [] : [address])].map((one) => digestOf(database, one));
  const person = sql`${digests}::bytea[]`;
  await sql`
    with renamed as (
      update queued_mail set sealed = without_names, without_names = null, names = null
      where names && ${person} and without_names is not null and recipient <> all(${person})
    )
    delete from queued_mail
    where recipient = any(${person}) or (names && ${person} and without_names is null)
  `.execute(tx);
}
