import { createHash, createHmac } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/**
 * Someone else's server, in its own process that is never killed. Each request is a line of its log before it is
 * answered. At the path /flaky every 50th envelope is refused once.
 */
const [logFile = ''] = process.argv.slice(2);
const secrets = new Map<string, string>();
const refused = new Set<string>();

process.on('message', ({ path, secret }: { path: string; secret: string }) => secrets.set(path, secret));
process.on('disconnect', () => process.exit());

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('error', () => {});
  request.on('end', () => {
    const path = request.url ?? '';
    const body = Buffer.concat(chunks);
    const id = String(request.headers['webhook-id']);
    const bytes = createHash('sha256').update(body).digest();
    const isGenuine = verify(secrets.get(path), request.headers, body);
    appendFileSync(logFile, `${path} ${id} ${bytes.toString('base64')} ${isGenuine}\n`);
    const refuses = path === '/flaky' && (bytes[0] ?? 0) < 256 / 50 && !refused.has(id);
    if (refuses) refused.add(id);
    response.writeHead(refuses ? 503 : 204).end();
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

function verify(secret: string | undefined, headers: IncomingHttpHeaders, body: Buffer): boolean {
  if (secret === undefined) return false;
  try {
    new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
  } catch {
    return false;
  }
  return headers['x-service-signature'] === createHmac('sha256', secret).update(body).digest('hex');
}
