import type { Config } from '#platform/config/index.ts';
import type { Database, Tx } from '#platform/db/index.ts';
import { defineJob, enqueueAll, handleJob, type JobHandler } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/index.ts';
import { type Mail, openMailer } from './mailer.ts';

export type { Attachment, Mail, Mailer } from './mailer.ts';
export { classifyMailFailure, openMailer, senderAddress } from './mailer.ts';

const purpose = 'mail';

/** The message is sealed in the queue: it may carry a link that opens an account. */
const sendMail = defineJob<{ sealed: string }>('send_mail', { maxAttempts: 20 });

/** Sends messages once the transaction has committed; not at all if it rolls back. */
export async function queueMail(tx: Tx, database: Pick<Database, 'sealer'>, ...mails: Mail[]): Promise<void> {
  const jobs = mails.map((mail) => {
    const named: Mail = { id: crypto.randomUUID(), ...mail };
    const sealed = database.sealer.seal(purpose, '', Buffer.from(JSON.stringify(named)));
    return { sealed: sealed.toString('base64') };
  });
  await enqueueAll(tx, sendMail, jobs);
}

export function mailHandler(database: Database, config: Config, log: Log): JobHandler {
  return handleJob(sendMail, async ({ sealed }) => {
    const mail = JSON.parse(
      database.sealer.open(purpose, '', Buffer.from(sealed, 'base64')).toString(),
    ) as Mail;
    const mailer = openMailer(database, config, log);
    try {
      await mailer.send(mail);
    } finally {
      mailer.close();
    }
  });
}
