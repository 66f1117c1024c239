import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { createSealer, openDatabase } from '#platform/db/index.ts';
import { neverOverloaded } from '#platform/http/load.ts';
import { testSecret } from '#test/database.ts';
import { type Answer, peopleApp } from '#test/people.ts';
import {
  addressOf,
  buildWorld,
  type ContractRoute,
  contractRoutes,
  makeActor,
  permissionTable,
  type ValidRequest,
} from '#test/permission-table.ts';
import { createServer } from './service.ts';

const muster = await peopleApp();
const world = await buildWorld(muster);
const routes = await contractRoutes(muster);

/** The same service over connections on which every write is an error. */
async function readOnlyApp() {
  const url = new URL(muster.database.url);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const sealer = createSealer(testSecret);
  const database = openDatabase({ url: url.toString(), size: 2, name: 'read only', sealer });
  const app = await createServer({ ...muster.platform, database }, undefined, { load: neverOverloaded });
  after(async () => {
    await app.close();
    await database.close();
  });
  return app;
}

async function ready(route: ContractRoute): Promise<{ token: string | undefined; request: ValidRequest }> {
  const row = permissionTable[route.name];
  assert.ok(row, `${route.name} has no row in test/permission-table.ts`);
  const actor = await makeActor(world, 'owner', row.scope);
  return { token: actor.token, request: await row.request(world, actor) };
}

describe('a GET', () => {
  const readOnly = readOnlyApp();
  const assertReads = async (address: string, { token, request }: Awaited<ReturnType<typeof ready>>) => {
    const answer = await (await readOnly).inject({
      url: `/api/v1${address}`,
      headers: { ...request.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      payloadAsStream: true,
    });
    const isEndless = String(answer.headers['content-type']).startsWith('text/event-stream');
    const body = isEndless ? answer.stream().destroy() : await text(answer.stream());
    assert.equal(answer.statusCode, 200, String(body));
  };

  for (const route of routes.filter(({ method }) => method === 'GET'))
    it(`of ${route.name} writes nothing`, async () => {
      const asked = await ready(route);
      await assertReads(addressOf(route, asked.request), asked);
      if (route.name === 'GET /shifts') await assertReads('/shifts?eligible=me', asked);
    });
});

interface Declared {
  readonly responses: Record<string, { content?: Record<string, unknown> }>;
}

function assertDeclared(route: ContractRoute, { status, headers, body }: Answer): void {
  const { responses } = route.operation as unknown as Declared;
  const declared = responses[String(status)];
  assert.ok(declared, `${status} is not in the contract: ${JSON.stringify(body).slice(0, 200)}`);
  const type = headers['content-type']?.split(';', 1)[0];
  const types = Object.keys(declared.content ?? {});
  const isDeclared = types.some((one) => one === type || (one === 'image/*' && type?.startsWith('image/')));
  assert.deepEqual([status, isDeclared ? type : undefined], [status, types.length > 0 ? type : undefined]);
}

const tastes = [
  '*/*',
  'text/csv',
  'text/html',
  'application/json',
  'application/ld+json',
  'application/problem+json',
];

describe('an answer', () => {
  for (const route of routes)
    it(`of ${route.name} has a status and a media type that the contract names`, async () => {
      const { token, request } = await ready(route);
      const send = (by: string | undefined, headers: Record<string, string> = {}) =>
        muster
          .as(by)
          .send(route.method, addressOf(route, request), request.body, { ...request.headers, ...headers });
      assertDeclared(route, await send(token));
      if (route.method !== 'GET') return;
      for (const accept of tastes) {
        assertDeclared(route, await send(token, { accept }));
        assertDeclared(route, await send(undefined, { accept }));
      }
    });

  it('as CSV is one of them', async () => {
    for (const name of ['GET /organizations/{id}/hours', 'GET /forms/{id}/submissions']) {
      const route = routes.find((one) => one.name === name);
      assert.ok(route);
      const { token, request } = await ready(route);
      const answer = await muster.as(token).get(`${addressOf(route, request)}?format=csv`);
      assert.match(answer.headers['content-type'] ?? '', /^text\/csv/);
      assertDeclared(route, answer);
    }
  });
});

describe('another site', () => {
  const origin = 'https://elsewhere.example';
  const asked = async (url: string, method: 'GET' | 'OPTIONS' = 'GET') =>
    (
      await muster.app.inject({
        url,
        method,
        headers: { origin, ...(method === 'OPTIONS' && { 'access-control-request-method': 'GET' }) },
      })
    ).headers;

  it('may read the API where the settings allow it', async () => {
    assert.equal((await asked('/api/v1/shifts'))['access-control-allow-origin'], '*');
    assert.equal((await asked('/api/v1/shifts', 'OPTIONS'))['access-control-allow-origin'], '*');
    assert.equal((await asked('/api/v1/nothing'))['access-control-allow-origin'], '*');
  });

  it('may read nothing else', async () => {
    for (const url of [
      '/metrics',
      '/dev/mail',
      '/dev/mail?format=json',
      '/docs',
      '/docs/errors',
      '/healthz',
      '/',
    ])
      for (const method of ['GET', 'OPTIONS'] as const) {
        const names = Object.keys(await asked(url, method)).filter((name) =>
          name.startsWith('access-control-'),
        );
        assert.deepEqual(names, [], `${method} ${url}`);
      }
  });
});
