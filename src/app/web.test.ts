import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { loadWebFiles } from '#platform/http/web-files.ts';
import { peopleApp } from '#test/people.ts';
import { createServer } from './service.ts';
import { webStamp } from './web-build.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'muster-web-test-'));
after(() => rm(folder, { recursive: true }));
const script = 'console.log("muster");'.repeat(50);
await mkdir(path.join(folder, 'assets'));
for (const [name, language] of [
  ['index.html', 'en'],
  ['index.de.html', 'de'],
] as const)
  await writeFile(
    path.join(folder, name),
    `<!doctype html><html lang="${language}"><meta property="csp-nonce" nonce="NONCE"><title>Muster</title>`,
  );
await writeFile(path.join(folder, 'icon.svg'), '<svg/>');
await writeFile(path.join(folder, '.stamp'), 'secret');
await writeFile(path.join(folder, 'assets/index-abc.js'), script);
await writeFile(path.join(folder, 'assets/index-abc.js.br'), brotliCompressSync(script));
await writeFile(path.join(folder, 'assets/index-abc.js.gz'), gzipSync(script));

const muster = await peopleApp();
const files = await loadWebFiles(folder);
const app = await createServer(muster.platform, { files: async () => files, stop: () => {} });
after(() => app.close());
const page = { accept: 'text/html,*/*' };
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('the web app', () => {
  it('is one page for every address that a person may open', async () => {
    for (const url of ['/', '/shifts/7?code=a', '/me/hours', '/reset-password?token=x', '/no/such/screen']) {
      const answer = await get(url, page);
      assert.equal(answer.statusCode, 200, url);
      assert.match(answer.body, /<title>Muster/);
      assert.equal(answer.headers['cache-control'], 'no-cache');
    }
  });

  it('leaves the addresses of the service alone', async () => {
    for (const url of ['/api/v1/nothing', '/docs/nothing', '/dev/nothing', '/awards', '/assets/nothing.js']) {
      const answer = await get(url, page);
      assert.equal(answer.statusCode, 404, url);
      assert.equal(answer.json().code, 'not_found');
    }
    assert.equal((await get('/healthz', page)).statusCode, 200);
  });

  it('answers a program that asks for an unknown file with a 404, not with the page', async () => {
    assert.equal((await get('/favicon.ico', { accept: 'image/*' })).statusCode, 404);
    assert.equal((await get('/unknown')).statusCode, 404);
    assert.equal((await app.inject({ method: 'POST', url: '/', headers: page })).statusCode, 404);
  });

  it('lets nothing run, load or frame that is not its own', async () => {
    const policy = String((await get('/', page)).headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self'(;|$)/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.match(policy, /img-src 'self' data: blob:(;|$)/);
    assert.match(policy, /require-trusted-types-for 'script'; trusted-types default(;|$)/);
  });

  it('allows the style elements of one answer by a nonce that no other answer has', async () => {
    const nonces = await Promise.all(
      ['/', '/', '/me'].map(async (url) => {
        const { headers, body } = await get(url, page);
        const [, nonce = ''] =
          /style-src 'self' 'nonce-([^']{22,})'/.exec(String(headers['content-security-policy'])) ?? [];
        assert.ok(body.includes(`nonce="${nonce}"`));
        return nonce;
      }),
    );
    assert.equal(new Set(nonces).size, 3);
  });

  it('is in the language of the browser before its script runs', async () => {
    const german = await get('/', { ...page, 'accept-language': 'de-CH,de;q=0.9,en;q=0.8' });
    assert.match(german.body, /<html lang="de">/);
    assert.match(String(german.headers['vary']), /accept-language/);
    assert.match((await get('/', page)).body, /<html lang="en">/);
    assert.match((await get('/index.de.html', page)).body, /<html lang="en">/);
  });

  it('keeps hashed files for good and sends them as small as the browser takes them', async () => {
    for (const [accepts, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['', undefined],
    ] as const) {
      const answer = await get('/assets/index-abc.js', { 'accept-encoding': accepts });
      assert.equal(answer.headers['content-encoding'], encoding);
      assert.match(String(answer.headers['cache-control']), /immutable/);
      assert.match(String(answer.headers['content-type']), /javascript/);
      assert.equal(answer.headers['vary'], 'accept-encoding');
    }
  });

  it('answers 304 to clients that have the file', async () => {
    const { etag } = (await get('/icon.svg')).headers;
    assert.equal((await get('/icon.svg', { 'if-none-match': String(etag) })).statusCode, 304);
  });

  it("does not give away the build's own notes", async () => {
    assert.equal((await get('/.stamp')).statusCode, 404);
    assert.equal((await get('/..%2f..%2fpackage.json')).statusCode, 404);
  });

  it('that could not be built says so, while the API works', async () => {
    const without = await createServer(muster.platform, { files: async () => undefined, stop: () => {} });
    after(() => without.close());
    const answer = await without.inject({ url: '/me', headers: page });
    assert.equal(answer.statusCode, 503);
    assert.match(answer.body, /could not be built/);
    assert.equal((await without.inject('/api/v1/shifts')).statusCode, 200);
  });

  it('is known by its sources: the same ones have the same stamp', async () => {
    const stamp = await webStamp();
    assert.match(stamp, /^[0-9a-f]{64}$/);
    assert.equal(await webStamp(), stamp);
  });
});
