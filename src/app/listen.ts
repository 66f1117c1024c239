import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Fault } from './fault.ts';
import { keyOf, verifySignatures } from './listen-signatures.ts';

export interface ListenerOptions {
  readonly status: number;
  /** Not set: signatures are shown but not checked. */
  readonly secret: string | undefined;
  readonly print: (text: string) => void;
  readonly nowMs: () => number;
}

const maxBodyBytes = 1024 * 1024;
const maxPrinted = 20_000;
/** So many envelope ids are remembered to tell a repeated one. */
const maxIds = 10_000;
const shownHeaders = [
  'content-type',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'x-service-signature',
  'x-service-signature-previous',
];

/** `muster listen`: a receiver to try webhooks with, on this machine only. Runs until it is interrupted. */
export async function listen(values: Record<string, unknown>): Promise<void> {
  const port = wholeNumber('--port', values['port'] ?? '4000', 0, 65_535);
  const status = wholeNumber('--status', values['status'] ?? '204', 200, 599);
  const secret = readSecret(values['secret']);
  const server = createListener({ status, secret, print: (text) => console.log(text), nowMs: Date.now });
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
  const bound = await bind(server, port);
  console.log(`Listening on http://127.0.0.1:${bound}/ and answering ${status}. Stop with Ctrl-C.

Deliveries to this machine are refused unless Muster was started with
  MUSTER_ALLOW_TARGETS=127.0.0.0/8
${secret === undefined ? '\nSignatures are not checked: give the secret of the endpoint with --secret whsec_…\n' : ''}`);
  await stopped;
  server.close();
  server.closeAllConnections();
}

export function createListener(options: ListenerOptions): Server {
  const timesSeen = new LRUCache<string, number>({ max: maxIds });
  return createServer((request, response) => {
    receive(request, response, options, timesSeen).catch(() => request.destroy());
  });
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  options: ListenerOptions,
  timesSeen: LRUCache<string, number>,
): Promise<void> {
  const body = await bodyOf(request);
  if (body === undefined) {
    options.print(`${request.method} ${visible(request.url ?? '')}: longer than 1 MiB, answered 413\n`);
    response.writeHead(413, { connection: 'close' }).end();
    return;
  }
  response.writeHead(options.status).end();
  options.print(describeDelivery(request, body, options, timesSeen));
}

function describeDelivery(
  request: IncomingMessage,
  body: Buffer,
  { status, secret, nowMs }: ListenerOptions,
  timesSeen: LRUCache<string, number>,
): string {
  const { headers } = request;
  const envelope = readEnvelope(body);
  const id = String(envelope?.['id'] ?? headers['webhook-id'] ?? '');
  const seen = id === '' ? 1 : remember(timesSeen, id);
  const lines = [
    `── ${new Date(nowMs()).toISOString()}  ${envelope?.['type'] ?? 'no envelope'}  ${id}${seen > 1 ? `  REPEATED: seen ${seen} times` : ''}`,
    `${request.method} ${request.url}, ${body.length} bytes, answered ${status}`,
    ...shownHeaders.flatMap((name) => (headers[name] === undefined ? [] : [`  ${name}: ${headers[name]}`])),
    ...(secret === undefined
      ? ['signatures: not checked (no --secret)']
      : Object.entries(verifySignatures(headers, body, secret, nowMs())).map(
          ([name, { text }]) => `signature in ${name}: ${text}`,
        )),
    ...shownBody(body, envelope).split('\n'),
  ];
  return `${lines.map(visible).join('\n')}\n`;
}

function readEnvelope(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function shownBody(body: Buffer, envelope: Record<string, unknown> | undefined): string {
  const text = envelope ? pretty(envelope) : body.toString('utf8');
  return text.length > maxPrinted ? `${text.slice(0, maxPrinted)}\n… cut` : text;
}

/** What is nested deeper than the stack can be read but not written again. */
function pretty(envelope: Record<string, unknown>): string {
  try {
    return JSON.stringify(envelope, null, 2);
  } catch {
    return '(nested too deep to be shown)';
  }
}

/** A delivery carries what strangers typed: nothing of it may steer the terminal or turn its text around. */
function visible(line: string): string {
  return line.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`,
  );
}

function remember(timesSeen: LRUCache<string, number>, id: string): number {
  const times = (timesSeen.get(id) ?? 0) + 1;
  timesSeen.set(id, times);
  return times;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > maxBodyBytes) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function bind(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Fault(
          error.code === 'EADDRINUSE'
            ? `muster listen: port ${port} is in use. Choose another with --port, or 0 for any free one.`
            : `muster listen: cannot listen on port ${port} (${error.code ?? 'unknown'}). Choose another with --port.`,
        ),
      ),
    );
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function wholeNumber(option: string, value: unknown, least: number, most: number): number {
  const number = /^\d{1,5}$/.test(String(value)) ? Number(value) : -1;
  if (number < least || number > most)
    throw new Fault(`muster listen: ${option} is a whole number from ${least} to ${most}.`);
  return number;
}

function readSecret(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const secret = String(value);
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) || keyOf(secret).length === 0)
    throw new Fault(
      'muster listen: --secret is what creating the endpoint or rotating its secret answered: whsec_…',
    );
  return secret;
}
