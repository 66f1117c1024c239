import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** What the server does with a message. */
export type Mood =
  | 'well'
  /** Refuses every connection. */
  | 'refusing'
  /** Breaks the line when the message has been said, without taking it. */
  | 'resetting'
  /** Takes the message and breaks the line before it has said so. */
  | 'forgetful'
  /** Does not know the recipient. */
  | 'picky'
  /** Asks to come back later. */
  | 'greylisting';

export interface TestSmtp {
  readonly url: string;
  readonly port: number;
  /** Every message that the server has taken over, in that order. */
  readonly taken: Taken[];
  mood: Mood;
  /** Whose messages break the line. */
  readonly breaking: Set<string>;
  delayMs: number;
  /** Messages are not taken before this resolves. */
  opens: Promise<void> | undefined;
  /** How many messages it is taking right now. */
  receiving: number;
  /** How many callers there have been. */
  connections: number;
  to(address: string): Taken[];
  stop(): Promise<void>;
}

export interface Taken extends Email {
  readonly recipient: string;
}

/** A real mail server on loopback that keeps what it takes. Stopped when the file's tests have run. */
export async function testSmtp(port = 0): Promise<TestSmtp> {
  const taken: Taken[] = [];
  const onData = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const source = Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>));
    await smtp.opens;
    if (smtp.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, smtp.delayMs));
    const recipient = session.envelope.rcptTo[0]?.address ?? '';
    if (smtp.mood === 'resetting' || smtp.breaking.has(recipient)) return breakLine(session);
    const email = await PostalMime.parse(source, { attachmentEncoding: 'utf8' });
    taken.push({ ...email, recipient });
    if (smtp.mood === 'forgetful') breakLine(session);
  };
  const breakLine = ({ id }: SMTPServerSession) => {
    const { connections } = server as unknown as { connections: Set<Connection> };
    for (const connection of connections) if (connection.session.id === id) connection._socket.destroy();
  };
  const refusal = (responseCode: number) => Object.assign(new Error('test'), { responseCode });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, callback) {
      smtp.connections += 1;
      callback(smtp.mood === 'refusing' ? refusal(421) : null);
    },
    onRcptTo(_address, _session, callback) {
      callback(smtp.mood === 'picky' ? refusal(550) : smtp.mood === 'greylisting' ? refusal(450) : null);
    },
    onData(stream, session, callback) {
      smtp.receiving += 1;
      const done = onData(stream, session).finally(() => {
        smtp.receiving -= 1;
      });
      done.then(() => callback(), callback);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address() as AddressInfo;
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    taken,
    mood: 'well',
    breaking: new Set(),
    delayMs: 0,
    opens: undefined,
    receiving: 0,
    connections: 0,
    to: (recipient) => taken.filter((mail) => mail.recipient === recipient),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return smtp;
}

/** The part of the library's own record that leads from a session to its line. */
interface Connection {
  readonly session: { readonly id: string };
  readonly _socket: { destroy(): void };
}

export function header(mail: Taken, name: string): string {
  const found = mail.headers.find(({ key }) => key === name.toLowerCase());
  assert.ok(found, `the message has no ${name}`);
  return found.value;
}

/** The text of the attachment with this name. */
export function attached(mail: Taken, filename: string): string {
  const found = mail.attachments.find((attachment) => attachment.filename === filename);
  assert.ok(found, `the message has no ${filename}`);
  return String(found.content);
}
