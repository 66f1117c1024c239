import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

/** One request as it came in. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

export interface Receiver {
  /** Without a path. */
  readonly url: string;
  readonly received: Received[];
  /** Those that came to this path. */
  at(path: string): Received[];
}

/** Decides how to answer; one that never ends the response hangs. */
export type Answering = (request: Received, response: ServerResponse) => void;

const accept: Answering = (_request, response) => void response.writeHead(204).end();

/** Someone else's server that takes webhooks. Ended when the file's tests have run. */
export async function startReceiver(answer: Answering = accept): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one: Received = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        atMs: performance.now(),
      };
      received.push(one);
      answer(one, response);
    });
    request.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    at: (path) => received.filter((one) => one.path === path),
  };
}

export { until } from './until.ts';
