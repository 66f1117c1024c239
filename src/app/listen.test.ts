import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { Fault } from './fault.ts';
import { createListener, listen } from './listen.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const oldSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const now = new Date('2026-05-04T10:00:00Z');
const body = JSON.stringify({ id: 'evt_1', type: 'shift.signup', data: { title: 'Hand-out' } });

async function startListener(options: { status?: number; secret?: string } = {}) {
  const printed: string[] = [];
  const server = createListener({
    status: options.status ?? 204,
    secret: options.secret,
    print: (text) => printed.push(text),
    nowMs: () => now.getTime(),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const send = async (text: string | Buffer, headers: Record<string, string> = {}) => {
    const { status } = await fetch(url, { method: 'POST', body: text, headers });
    return { status, output: printed.at(-1) ?? '' };
  };
  return { send };
}

function signed(
  text: string,
  { sentAt = now, by = secret, before }: { sentAt?: Date; by?: string; before?: string } = {},
) {
  const hex = (key: string) => createHmac('sha256', key).update(text).digest('hex');
  const standard = (key: string) => new Webhook(key).sign('evt_1', sentAt, text);
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(sentAt.getTime() / 1000),
    'webhook-signature': [by, ...(before ? [before] : [])].map(standard).join(' '),
    'x-service-signature': hex(by),
    ...(before ? { 'x-service-signature-previous': hex(before) } : {}),
  };
}

const verdicts = (output: string) =>
  Array.from(output.matchAll(/^signature in [\w-]+: (.*)$/gm), ([, text]) => text);

describe('muster listen', () => {
  it('shows a delivery, verifies both signatures and answers 204', async () => {
    const { send } = await startListener({ secret });
    const { status, output } = await send(body, signed(body));
    assert.equal(status, 204);
    assert.match(
      output,
      /^── 2026-05-04T10:00:00.000Z {2}shift\.signup {2}evt_1\nPOST \/hook, \d+ bytes, answered 204\n/,
    );
    assert.match(output, /^ {2}webhook-id: evt_1$/m);
    assert.deepEqual(verdicts(output), ['valid', 'valid']);
    assert.match(output, /^ {2}"data": \{\n {4}"title": "Hand-out"$/m);
  });

  it('knows a delivery that was signed with the secret before a rotation', async () => {
    const { send } = await startListener({ secret: oldSecret });
    const { output } = await send(body, signed(body, { before: oldSecret }));
    const previous = 'valid for the secret before the rotation';
    assert.deepEqual(verdicts(output), [previous, previous]);
  });

  it('tells wrong, missing and outdated signatures', async () => {
    const { send } = await startListener({ secret });
    const wrong = 'WRONG: another secret, or another body';
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    for (const [headers, expected] of [
      [signed(body, { by: oldSecret }), [wrong, wrong]],
      [signed(`${body} `), [wrong, wrong]],
      [{}, ['missing', 'missing']],
      [signed(body, { sentAt: at(-6) }), ['valid', 'TOO OLD: sent 360 s ago']],
      [signed(body, { sentAt: at(6) }), ['valid', 'TOO NEW: sent 360 s ahead of this clock']],
      [signed(body, { sentAt: at(-4) }), ['valid', 'valid']],
      [
        { ...signed(body), 'webhook-timestamp': 'now' },
        ['valid', 'WRONG: webhook-timestamp is no number of seconds'],
      ],
    ] as const)
      assert.deepEqual(verdicts((await send(body, headers)).output), expected);
  });

  it('says that it checks nothing without a secret', async () => {
    const { send } = await startListener();
    assert.match((await send(body, signed(body))).output, /^signatures: not checked \(no --secret\)$/m);
  });

  it('marks an envelope that has come before', async () => {
    const { send } = await startListener();
    assert.doesNotMatch((await send(body)).output, /REPEATED/);
    assert.match((await send(body)).output, /evt_1 {2}REPEATED: seen 2 times\n/);
    assert.match((await send(body)).output, /evt_1 {2}REPEATED: seen 3 times\n/);
    assert.doesNotMatch((await send(body.replace('evt_1', 'evt_2'))).output, /REPEATED/);
  });

  it('answers with the status that it was told, to try retries', async () => {
    const { send } = await startListener({ status: 503 });
    const { status, output } = await send(body);
    assert.equal(status, 503);
    assert.match(output, /answered 503/);
  });

  it('lets nothing steer the terminal, wherever it stands', async () => {
    const { send } = await startListener();
    const evil = '\u001b[2J\u009b1m\u202e\u2066\u200b\u2028\u0007\u007f';
    const inside = (await send(JSON.stringify({ id: evil, type: evil, data: { [evil]: evil } }))).output;
    const raw = (await send(Buffer.from(`not JSON ${evil}\r\nsecond line \ud800`))).output;
    const header = (await send('{}', { 'user-agent': 'a\u009b31mb' })).output;
    for (const output of [inside, raw, header])
      assert.doesNotMatch(output.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    assert.match(raw, /not JSON \\u\{001b\}\[2J/);
  });

  it('survives whatever is sent to it', async () => {
    const { send } = await startListener({ secret });
    assert.equal((await send('['.repeat(200_000) + ']'.repeat(200_000))).status, 204);
    assert.equal((await send(Buffer.alloc(500_000, 0xff))).status, 204);
    assert.equal((await send('null')).status, 204);
    assert.equal((await send('')).status, 204);
    assert.match((await send(JSON.stringify({ text: 'a'.repeat(50_000) }))).output, /… cut\n$/);
    const { status, output } = await send(Buffer.alloc(2 * 1024 * 1024)).catch(() => ({
      status: 413,
      output: '',
    }));
    assert.deepEqual([status, /valid/.test(output)], [413, false]);
    assert.equal((await send(body)).status, 204);
  });
});

describe('the command muster listen', () => {
  const program = fileURLToPath(new URL('../../bin/muster.js', import.meta.url));
  const run = (...args: string[]) => {
    const child = spawn(process.execPath, [program, 'listen', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    after(() => void child.kill('SIGKILL'));
    return child;
  };

  it('says where it listens, shows deliveries and stops when it is interrupted', async () => {
    const child = run('--port', '0', '--status', '202');
    let output = '';
    const shown = Promise.withResolvers<void>();
    const address = Promise.withResolvers<string>();
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const url = /Listening on (http:\/\/127\.0\.0\.1:\d+\/)/.exec(output)?.[1];
      if (url) address.resolve(url);
      if (output.includes('shift.signup')) shown.resolve();
    });
    const { status } = await fetch(await address.promise, { method: 'POST', body });
    assert.equal(status, 202);
    await shown.promise;
    assert.match(output, /MUSTER_ALLOW_TARGETS=127\.0\.0\.0\/8/);
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    assert.equal(code, 0);
  });

  it('refuses options that make no sense, and does not repeat a secret', async () => {
    for (const [values, expected] of [
      [{ port: '70000' }, /^muster listen: --port is a whole number from 0 to 65535\.$/],
      [{ port: '80.5' }, /^muster listen: --port is a whole number/],
      [{ status: '99' }, /^muster listen: --status is a whole number from 200 to 599\.$/],
      [{ secret: 'hunter2' }, /^muster listen: --secret is what [^2]*whsec_…$/],
    ] as const)
      await assert.rejects(listen(values), (error) => error instanceof Fault && expected.test(error.message));
  });
});
