import { sql } from 'kysely';
import { type Database, onCommit, send, type Tx } from '#platform/db/index.ts';
import { handleJob, type Job, type JobContext, type JobHandler } from '#platform/jobs/index.ts';
import { wakeRelay } from '#platform/outbox/wake.ts';

type Sealing = Pick<Database, 'sealer'>;

/** `sealed` is what jobs had before version 31 of the database: they may still be in the queue. */
export type QueuedMail = { readonly mail_id: string } | { readonly sealed: string };

export interface Addressed {
  readonly to: string;
  readonly content: string;
}

const digestOf = ({ sealer }: Sealing, address: string): Buffer =>
  sealer.digest('mail-recipient', address.trim().toLowerCase());

/**
 * Queues jobs about an address. What they say is sealed in a separate row, which is deleted with the account of that address.
 * One statement writes both, instead of `enqueueAll`: an invitation sends no more statements than its limit allows.
 */
export async function enqueueAddressed(
  tx: Tx,
  database: Sealing,
  job: Job<QueuedMail>,
  all: readonly Addressed[],
): Promise<void> {
  if (all.length === 0) return;
  const { sealer } = database;
  await send(
    tx,
    sql`
    with mail as (
      insert into queued_mail (id, recipient, sealed)
      select * from unnest(${all.map(() => crypto.randomUUID())}::uuid[],
        ${all.map(({ to }) => digestOf(database, to))}::bytea[],
        ${all.map(({ content }) => sealer.seal(job.name, '', Buffer.from(content)))}::bytea[])
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
    await run(sealer.open(job.name, '', mail.sealed).toString(), context);
    await sql`delete from queued_mail where id = ${payload.mail_id}`.execute(db);
  });
}

/** Where the mail for an address is kept, for those who no longer know the address. */
export const mailboxOf = (database: Sealing, address: string): string =>
  digestOf(database, address).toString('base64');

export async function forgetQueued(tx: Tx, mailbox: string): Promise<void> {
  await sql`delete from queued_mail where recipient = ${Buffer.from(mailbox, 'base64')}`.execute(tx);
}
