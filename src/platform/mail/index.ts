import type { Config } from '#platform/config/index.ts';
import type { Database, Tx } from '#platform/db/index.ts';
import { defineJob, type JobHandler } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/index.ts';
import { type Mail, openMailer } from './mailer.ts';
import { type Addressed, enqueueAddressed, handleAddressed, type QueuedMail } from './queued.ts';

export type { Attachment, Mail, Mailer } from './mailer.ts';
export { classifyMailFailure, openMailer, senderAddress } from './mailer.ts';
export { enqueueAddressed, forgetQueued, handleAddressed, type QueuedMail } from './queued.ts';

/** The message is sealed in the queue: it may carry a link that opens an account. */
const sendMail = defineJob<QueuedMail>('send_mail', { maxAttempts: 20 });

/** `userId`: whose account it is for, if it is for one. When one of `names` is erased, `withoutNames` takes its place. */
type QueueableMail = Mail &
  Pick<Addressed, 'userId' | 'names'> & { readonly withoutNames?: Mail | undefined };

/** Sends messages once the transaction has committed; not at all if it rolls back. */
export async function queueMail(
  tx: Tx,
  database: Pick<Database, 'sealer'>,
  ...mails: QueueableMail[]
): Promise<void> {
  const addressed = mails.map(({ userId, names, withoutNames, ...mail }) => {
    const write = (one: Mail) => JSON.stringify({ id, ...one });
    const id = crypto.randomUUID();
    return {
      to: mail.to,
      userId,
      names,
      content: write(mail),
      withoutNames: withoutNames && write(withoutNames),
    };
  });
  await enqueueAddressed(tx, database, sendMail, addressed);
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
