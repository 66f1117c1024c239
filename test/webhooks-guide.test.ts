import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { until } from './until.ts';

/** The receivers in docs/webhooks.md are programs: they are taken out of the text and run as they are. */
const guide = await readFile(new URL('../docs/webhooks.md', import.meta.url), 'utf8');
const folder = await mkdtemp(path.join(tmpdir(), 'muster-guide-'));
after(() => rm(folder, { recursive: true, force: true }));

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const [newSecret, oldSecret, strangeSecret] = [secretOf(1), secretOf(2), secretOf(3)];

const languages = [
  { name: 'TypeScript', fence: 'ts', file: 'receiver.ts', command: process.execPath },
  { name: 'Python', fence: 'python', file: 'receiver.py', command: 'python3' },
];

for (const { name, fence, file, command } of languages) {
  const isMissing = spawnSync(command, ['--version']).status !== 0;
  const skip = isMissing && `there is no ${command} on this machine`;
  describe(`the receiver in ${name}`, { skip }, () => {
    it('takes what is signed with either secret, once, and nothing else', async () => {
      const receiver = await start(command, file, snippet(fence));
      const body = (id: string) => JSON.stringify({ id, type: 'shift.signup', data: { name: 'Zoë' } });
      const post = async (text: string, headers: Record<string, string>) =>
        (await fetch(receiver.url, { method: 'POST', body: text, headers })).status;
      const send = (id: string, keys: string[], minutesAgo = 0) =>
        post(body(id), signed(id, body(id), keys, minutesAgo));

      assert.equal(await send('evt_new', [newSecret]), 204);
      assert.equal(await send('evt_new', [newSecret]), 204, 'a repeated one is taken, too');
      assert.equal(await send('evt_old', [oldSecret]), 204);
      assert.equal(
        await send('evt_both', [strangeSecret, newSecret]),
        204,
        'any of several signatures is enough',
      );
      assert.equal(await send('evt_late', [newSecret], 4), 204);
      assert.equal(await send('evt_strange', [strangeSecret]), 401);
      assert.equal(await send('evt_stale', [newSecret], 6), 401);
      assert.equal(await send('evt_early', [newSecret], -6), 401);
      assert.equal(await post(body('evt_bare'), {}), 401);
      const headers = signed('evt_changed', body('evt_changed'), [newSecret]);
      assert.equal(await post(`${body('evt_changed')} `, headers), 401);
      assert.equal(await post(body('evt_changed'), { ...headers, 'webhook-id': 'evt_other' }), 401);
      assert.equal(await post(body('evt_changed'), { ...headers, 'webhook-timestamp': '1e9' }), 401);
      assert.equal(await post(body('evt_changed'), { ...headers, 'webhook-signature': 'v1,' }), 401);

      await breakOff(receiver.url);
      assert.equal(await send('evt_after', [newSecret]), 204, 'one that broke off does no harm');
      assert.deepEqual(receiver.lines(), [
        'shift.signup evt_new',
        'shift.signup evt_old',
        'shift.signup evt_both',
        'shift.signup evt_late',
        'shift.signup evt_after',
      ]);
    });
  });
}

function snippet(fence: string): string {
  const found = guide.split('<!-- run in a test -->').flatMap((part) => {
    const match = /^\n```(\w+)\n([\s\S]*?)\n```\n/.exec(part);
    return match?.[1] === fence ? [match[2] ?? ''] : [];
  });
  assert.equal(found.length, 1, `docs/webhooks.md has one receiver in ${fence}`);
  return found[0] ?? '';
}

function signed(id: string, text: string, keys: readonly string[], minutesAgo = 0): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000) - minutesAgo * 60;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': keys
      .map((key) => new Webhook(key).sign(id, new Date(seconds * 1000), text))
      .join(' '),
  };
}

async function start(command: string, file: string, source: string) {
  await writeFile(path.join(folder, file), source);
  const port = await freePort();
  const child = spawn(command, [file], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRETS: `${newSecret} ${oldSecret}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  after(() => void child.kill('SIGKILL'));
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const url = `http://127.0.0.1:${port}/`;
  await isUp(url, child, () => errors);
  return { url, lines: () => output.trim().split('\n') };
}

async function isUp(url: string, child: ChildProcess, errors: () => string): Promise<void> {
  const answers = () =>
    fetch(url, { method: 'POST', body: '' }).then(
      () => true,
      () => false,
    );
  await until(async () => child.exitCode !== null || (await answers()));
  assert.equal(child.exitCode, null, `the receiver ended:\n${errors()}`);
}

/** A request that ends in the middle of its body. */
async function breakOff(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  const half = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nhalf';
  await new Promise((sent) => socket.write(half, sent));
  socket.resetAndDestroy();
  await once(socket, 'close');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
