import type { Config } from '#platform/config/index.ts';
import type { Database, Tx } from '#platform/db/index.ts';
import { defineJob, type JobHandler } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/index.ts';
import { type Mail, openMailer } from './mailer.ts';
import { enqueueAddressed, handleAddressed, type QueuedMail } from './queued.ts';

export type { Attachment, Mail, Mailer } from './mailer.ts';
export { classifyMailFailure, openMailer, senderAddress } from './mailer.ts';
export { enqueueAddressed, forgetQueued, handleAddressed, mailboxOf, type QueuedMail } from './queued.ts';

/** The message is sealed in the queue: it may carry a link that opens an account. */
const sendMail = defineJob<QueuedMail>('send_mail', { maxAttempts: 20 });

/** Sends messages once the transaction has committed; not at all if it rolls back. */
export async function queueMail(tx: Tx, database: Pick<Database, 'sealer'>, ...mails: Mail[]): Promise<void> {
  const named = mails.map((mail): Mail => ({ id: crypto.randomUUID(), ...mail }));
  await enqueueAddressed(
    tx,
    database,
    sendMail,
    named.map((mail) => ({ to: mail.to, content: JSON.stringify(mail) })),
  );
}

export function mailHandler(database: Database, config: Config, log: Log): JobHandler {
  return handleAddressed(database, sendMail, 'mail', async (content) => {
    const mailer = openMailer(database, config, log);
    try {
      await mailer.send(JSON.parse(content) as Mail);
    } finally {
      mailer.close();
    }
  });
}
