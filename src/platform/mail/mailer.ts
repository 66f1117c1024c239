import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Config } from '#platform/config/index.ts';
import type { Database } from '#platform/db/index.ts';
import type { Log } from '#platform/log/index.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Who it seems to come from, beside our address. */
  readonly fromName?: string;
  /** The same for every attempt to send the same message, so that its receiver can drop a second one. */
  readonly id?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly Attachment[];
}

export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: string;
}

/** Where messages go: an SMTP server, the demo's mailbox, or nowhere. */
export interface Mailer {
  /** False: this installation has nowhere to send to. */
  readonly isConnected: boolean;
  /** Resolves when the server has taken the message over. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** A server that says nothing for so long is taken for dead. */
const silenceMs = 15_000;

/** Connections are opened when the first message needs one; the caller that opens a mailer closes it. */
export function openMailer(database: Database, config: Config, log: Log, { connections = 1 } = {}): Mailer {
  const host = senderHost(config);
  if (!config.smtpUrl) return config.demo ? demoMailer(database, host) : deafMailer(log);
  const transport = createTransport({
    url: config.smtpUrl,
    pool: true,
    maxConnections: connections,
    // Trying again is decided where it is known whether the message still makes sense.
    maxRequeues: 0,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    isConnected: true,
    async send({ id, fromName, headers, attachments, ...mail }) {
      await transport.sendMail({
        ...mail,
        from: { name: fromName ?? 'Muster', address: senderAddress(config) },
        ...(id !== undefined && { messageId: `<${id}@${host}>` }),
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        attachments: (attachments ?? []).map((attachment) => ({ ...attachment })),
      });
    },
    close: () => transport.close(),
  };
}

function senderHost(config: Config): string {
  return config.publicUrl ? new URL(config.publicUrl).hostname : 'localhost';
}

export function senderAddress(config: Config): string {
  return `no-reply@${senderHost(config)}`;
}

function demoMailer(database: Database, host: string): Mailer {
  return {
    isConnected: true,
    async send(mail) {
      await sql`
        insert into undelivered_mail (recipient, subject, body_text, body_html, message_id, attachments)
        values (${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html ?? null},
          ${mail.id === undefined ? null : `${mail.id}@${host}`}, ${JSON.stringify(mail.attachments ?? [])})
        on conflict (message_id) do nothing
      `.execute(database.db);
    },
    close: () => {},
  };
}

function deafMailer(log: Log): Mailer {
  return {
    isConnected: false,
    send: async ({ subject }) => log.warn({ subject }, 'email not sent: set SMTP_URL'),
    close: () => {},
  };
}

/** `server`: it is not well, wait for it. `later`: it does not want this message yet. `never`: it does not want it. */
export type MailFailure = 'server' | 'later' | 'never';

export function classifyMailFailure(error: unknown): MailFailure {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'server';
  // Without an answer of the server it was nodemailer that could not make sense of the address.
  if (responseCode === undefined || responseCode >= 500) return 'never';
  return responseCode === 421 ? 'server' : 'later';
}
