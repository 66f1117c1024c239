import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { after } from 'node:test';

export interface Gateway {
  readonly url: string;
  /** Live streams that are open now. */
  streams(): number;
  /** How many streams have gone on where another one was. */
  resumed(): number;
  endStreams(): void;
  /** Streams stay open and say nothing, as a connection that is half dead. */
  silence(): void;
  speak(): void;
  /** As if the service were gone: connections are refused. */
  stop(): void;
  start(): void;
  /** Returns this status instead of asking the service; undefined asks it again. */
  answer(status: number | undefined): void;
  /** Answers nothing to what matches; undefined lets everything through. */
  hold(what: RegExp | undefined): void;
  /** Changes the body of what is asked for at this path. */
  rewrite(path: string, change: (body: string) => string): void;
}

/** Sits in front of the service like a proxy, and has the faults that networks and proxies have. */
export async function gateway(target: string): Promise<Gateway> {
  const open = new Set<ServerResponse>();
  const rewrites = new Map<string, (body: string) => string>();
  let [resumed, port] = [0, 0];
  let isSilent = false;
  let status: number | undefined;
  let held: RegExp | undefined;

  const pass = (from: IncomingMessage, to: ServerResponse) => {
    const path = from.url ?? '/';
    if (held?.test(path)) return;
    if (status !== undefined)
      return void to.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad</h1>');
    const isLive = path.startsWith('/api/v1/live');
    const change = rewrites.get(path);
    const headers = { ...from.headers, ...(change && { 'accept-encoding': 'identity' }) };
    const onward = request(new URL(path, target), { method: from.method ?? 'GET', headers }, (answer) => {
      if (change) return void rewritten(answer, to, change);
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!isLive) return void answer.pipe(to);
      if (from.headers['last-event-id'] !== undefined) resumed += 1;
      // A page takes a stream for open when it has heard something from it.
      answer.once('data', () => open.add(to));
      to.on('close', () => open.delete(to));
      answer.on('data', (chunk) => isSilent || to.write(chunk));
      answer.on('end', () => to.end());
      answer.on('error', () => to.destroy());
    });
    onward.on('error', () => to.destroy());
    to.on('close', () => onward.destroy());
    from.pipe(onward);
  };

  let server: Server | undefined;
  const start = async () => {
    server = createServer(pass);
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    port = (server.address() as { port: number }).port;
  };
  const stop = () => {
    server?.close();
    server?.closeAllConnections();
  };
  await start();
  after(stop);
  return {
    url: `http://127.0.0.1:${port}`,
    streams: () => open.size,
    resumed: () => resumed,
    endStreams: () => open.forEach((stream) => void stream.end()),
    silence: () => {
      isSilent = true;
    },
    speak: () => {
      isSilent = false;
    },
    stop,
    start: () => void start(),
    answer: (next) => {
      status = next;
    },
    hold: (what) => {
      held = what;
    },
    rewrite: (path, change) => void rewrites.set(path, change),
  };
}

async function rewritten(answer: IncomingMessage, to: ServerResponse, change: (body: string) => string) {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const { 'content-length': _length, etag: _etag, ...headers } = answer.headers;
  to.writeHead(answer.statusCode ?? 502, headers).end(change(Buffer.concat(parts).toString()));
}
