import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createOutbound } from '#platform/outbound/index.ts';
import { httpReceiver } from '#test/outbound/receiver.ts';
import { expect200, peopleApp } from '#test/people.ts';
import { Pictures } from './reads/fetch-picture.ts';

const png = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1');
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const asked: string[] = [];
const site = await httpReceiver((request, response) => {
  asked.push(request.url ?? '');
  const send = (type: string, body: string | Buffer) => response.setHeader('content-type', type).end(body);
  if (request.url === '/badge.png') send('image/png', png);
  else if (request.url === '/badge.svg') send('image/svg+xml', drawing);
  else if (request.url === '/page') send('text/html', '<script>alert(1)</script>');
  else if (request.url === '/huge') send('image/png', Buffer.concat([png, Buffer.alloc(1_048_576)]));
  else if (request.url === '/moved') response.writeHead(302, { location: '/badge.png' }).end();
  else if (request.url === '/secret') send('application/json', '{"secret":"of the network"}');
  else response.writeHead(404).end();
});
const at = (path: string) => `http://127.0.0.1:${site.port}${path}`;

const muster = await peopleApp({ MUSTER_ALLOW_TARGETS: '127.0.0.1' });
const strict = await peopleApp();

/** The address as it may be in a database: rules for addresses were different once. */
async function pictureOf(app: typeof muster, imageUrl: string) {
  const owner = await app.person();
  const organization_id = await app.organization(owner);
  const badge = expect200(await app.as(owner.token).post('/badges', { name: 'Helper', organization_id }));
  await app.database.pool.query('update badges set image_url = $1 where id = $2', [imageUrl, badge.id]);
  const read = expect200(await app.as().get(`/badges/${badge.id}`));
  assert.equal(read.image_url, imageUrl);
  assert.notEqual(read.picture_url, badge.picture_url);
  return await app.app.inject({ url: new URL(read.picture_url).pathname });
}

describe('the picture of a badge', () => {
  it('comes through the service, without anything of its site but the bytes', async () => {
    const answer = await pictureOf(muster, at('/badge.png'));
    assert.equal(answer.statusCode, 200);
    assert.deepEqual([answer.rawPayload, answer.headers['content-type']], [png, 'image/png']);
    assert.equal(answer.headers['cache-control'], 'public, max-age=3600');
  });

  it('may be a drawing, in which no script can run', async () => {
    const answer = await pictureOf(muster, at('/badge.svg'));
    assert.deepEqual([answer.body, answer.headers['content-type']], [drawing, 'image/svg+xml']);
    assert.match(String(answer.headers['content-security-policy']), /^default-src 'none';.* sandbox;/);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  });

  it('is the drawn one where the address leads to no picture, to too much, or elsewhere', async () => {
    for (const path of ['/page', '/huge', '/moved', '/secret', '/gone']) {
      const answer = await pictureOf(muster, at(path));
      assert.equal(answer.statusCode, 200, path);
      assert.match(answer.body, /^<svg [\s\S]*<title>Helper<\/title>/, path);
      assert.equal(answer.headers['cache-control'], 'public, max-age=60', path);
    }
  });

  it('is never fetched from an address inside our own network', async () => {
    const before = asked.length;
    const { port } = site;
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '169.254.169.254', '10.0.0.1'])
      for (const scheme of ['http', 'https'])
        assert.match((await pictureOf(strict, `${scheme}://${host}:${port}/badge.png`)).body, /^<svg /, host);
    assert.equal(asked.length, before);
  });

  it('is fetched once for all who look, and not again at once when it is missing', async () => {
    const outbound = createOutbound({ allow: ['127.0.0.1'] });
    after(() => outbound.close());
    const pictures = new Pictures(outbound);
    for (const path of ['/badge.png', '/nothing']) {
      asked.length = 0;
      const answers = await Promise.all(Array.from({ length: 20 }, () => pictures.read(at(path), 1)));
      assert.equal(new Set(answers).size, 1);
      assert.equal(await pictures.read(at(path), 1), answers[0]);
      assert.deepEqual(asked, [path]);
    }
  });

  it('costs a bounded number of requests at once, and leaves the rest drawn', async () => {
    const started: (() => void)[] = [];
    let most = 0;
    let count = 0;
    const slow = await httpReceiver((_request, response) => {
      started.push(() => response.setHeader('content-type', 'image/png').end(png));
      most = Math.max(most, started.length);
      count++;
      if (started.length === 8 || count === 108) for (const answer of started.splice(0)) answer();
    });
    const outbound = createOutbound({ allow: ['127.0.0.1'] });
    after(() => outbound.close());
    const pictures = new Pictures(outbound);
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        pictures.read(`http://127.0.0.1:${slow.port}/${index}`, index),
      ),
    );
    assert.equal(most, 8);
    assert.equal(answers.filter((one) => one === undefined).length, 12);
  });

  it('comes although the sites of another organization never answer', async () => {
    const silent = await httpReceiver(() => {});
    const outbound = createOutbound({ allow: ['127.0.0.1'] });
    after(() => outbound.close());
    const pictures = new Pictures(outbound, 500);
    const missed = Array.from({ length: 200 }, (_, index) =>
      pictures.read(`http://127.0.0.1:${silent.port}/${index}`, 1),
    );
    assert.deepEqual((await pictures.read(at('/badge.png'), 2))?.bytes, png);
    assert.deepEqual(new Set(await Promise.all(missed)), new Set([undefined]));
  });
});
