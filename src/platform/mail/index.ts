import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Config } from '#platform/config/index.ts';
import type { Database, Tx } from '#platform/db/index.ts';
import { defineJob, enqueue, handleJob, type JobHandler } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/index.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

const purpose = 'mail';

/** The message is sealed in the queue: it may carry a link that opens an account. */
const sendMail = defineJob<{ sealed: string }>('send_mail', { maxAttempts: 20 });

/** Sends a message once the transaction has committed; not at all if it rolls back. */
export async function queueMail(tx: Tx, database: Pick<Database, 'sealer'>, mail: Mail): Promise<void> {
  const sealed = database.sealer.seal(purpose, '', Buffer.from(JSON.stringify(mail)));
  await enqueue(tx, sendMail, { sealed: sealed.toString('base64') });
}

export function mailHandler(database: Database, config: Config, log: Log): JobHandler {
  const transport = config.smtpUrl ? createTransport(config.smtpUrl) : undefined;
  const sender = `Muster <no-reply@${config.publicUrl ? new URL(config.publicUrl).hostname : 'localhost'}>`;
  return handleJob(sendMail, async ({ sealed }) => {
    const mail = JSON.parse(
      database.sealer.open(purpose, '', Buffer.from(sealed, 'base64')).toString(),
    ) as Mail;
    if (transport) {
      await transport.sendMail({ from: sender, ...mail });
    } else if (config.demo) {
      await keepForDemo(database, mail);
    } else {
      log.warn({ subject: mail.subject }, 'a mail was not sent: set SMTP_URL');
    }
  });
}

async function keepForDemo(database: Database, mail: Mail): Promise<void> {
  await sql`
    insert into undelivered_mail (recipient, subject, body_text, body_html)
    values (${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html ?? null})
  `.execute(database.db);
}
