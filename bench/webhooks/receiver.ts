import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Someone else's server, in its own process. It answers at once; below /hang it takes everything and never answers. */
export type ReceiverQuestion =
  | { readonly kind: 'begin' }
  | { readonly kind: 'until'; readonly count: number };

export interface Receipts {
  readonly ids: readonly string[];
  /** When each came in, on the clock of the machine. */
  readonly atMs: readonly number[];
}

const timeoutMs = 120_000;
let ids: string[] = [];
let atMs: number[] = [];
let wanted = Number.POSITIVE_INFINITY;
let reached: (() => void) | undefined;

const server = createServer((request, response) => {
  request.resume();
  if (request.url?.startsWith('/hang')) return;
  request.on('end', () => {
    response.writeHead(204).end();
    ids.push(String(request.headers['webhook-id']));
    atMs.push(performance.timeOrigin + performance.now());
    if (ids.length >= wanted) reached?.();
  });
});
server.keepAliveTimeout = 60_000;

process.on('message', async (question: ReceiverQuestion) => {
  if (question.kind === 'begin') {
    ids = [];
    atMs = [];
    wanted = Number.POSITIVE_INFINITY;
    if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    return;
  }
  wanted = question.count;
  const timer = setTimeout(() => {
    process.send?.({ error: `${ids.length} of ${wanted} after ${timeoutMs} ms` });
  }, timeoutMs);
  await new Promise<void>((resolve) => {
    reached = resolve;
    if (ids.length >= wanted) resolve();
  });
  clearTimeout(timer);
  process.send?.({ ids, atMs } satisfies Receipts);
});
process.on('disconnect', () => process.exit());
