import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { statuses } from '#platform/http/problem.ts';
import { assertRefused, expect200, peopleApp } from '#test/people.ts';
import {
  addressOf,
  buildWorld,
  type ContractRoute,
  contractRoutes,
  makeActor,
  permissionTable,
} from '#test/permission-table.ts';

const muster = await peopleApp();
const world = await buildWorld(muster);
const routes = await contractRoutes(muster);

/** `npm run drill -- answers` asks every route for everything. */
const everything = process.env['MUSTER_ANSWERS'] === 'all';
const tastes = [
  '*/*',
  'text/csv',
  'text/html',
  'application/json',
  'application/ld+json',
  'application/problem+json',
];

/** Every answer is compared with the contract by the client of the tests: here, whatever is asked for. */
describe('an answer', () => {
  const ready = async (route: ContractRoute) => {
    const row = permissionTable[route.name];
    assert.ok(row, `${route.name} has no row in test/permission-table.ts`);
    const actor = await makeActor(world, 'owner', row.scope);
    const request = await row.request(world, actor);
    return { token: actor.token, headers: request.headers, address: addressOf(route, request) };
  };

  /** All of them where the contract offers a choice; elsewhere two, by turns. */
  const tastesFor = ({ operation }: ContractRoute, turn: number) => {
    const offered = Object.keys(operation.responses['200']?.content ?? {});
    if (everything || offered.length > 1) return tastes;
    return tastes.filter((_, at) => at % 3 === turn % 3);
  };

  for (const [turn, route] of routes.filter(({ method }) => method === 'GET').entries())
    it(`of ${route.name} has a media type that the contract names`, async () => {
      const { token, address, headers } = await ready(route);
      const wanted = tastesFor(route, turn);
      for (const accept of wanted) await muster.as(token).get(address, { ...headers, accept });
      for (const accept of everything ? wanted : wanted.slice(0, 1))
        await muster.as().get(address, { ...headers, accept });
    });

  it('as CSV is one of them', async () => {
    for (const name of ['GET /organizations/{id}/hours', 'GET /forms/{id}/submissions']) {
      const route = routes.find((one) => one.name === name);
      assert.ok(route);
      const { token, address } = await ready(route);
      const answer = await muster.as(token).get(`${address}?format=csv`);
      assert.match(answer.headers['content-type'] ?? '', /^text\/csv/);
    }
  });
});

describe('the contract', () => {
  it('names every status, in an operation or in its introduction', async () => {
    const { info } = expect200(await muster.as().get('/api/v1/openapi.json')) as {
      info: { description: string };
    };
    const named = new Set([
      ...routes.flatMap(({ operation }) => Object.keys(operation.responses)),
      ...(info.description.match(/\b\d{3}\b/g) ?? []),
    ]);
    assert.deepEqual(
      Object.values(statuses).filter((status) => !named.has(String(status))),
      [],
    );
  });
});

/** A route that checks If-Match without saying so in the contract fails with 500, whatever is sent. */
describe('a change of what is no longer as it was read', () => {
  for (const route of routes.filter(
    ({ operation: { parameters, responses } }) =>
      parameters?.some(({ name }) => name === 'If-Match') ||
      responses['412']?.description.includes('`precondition_failed`'),
  ))
    it(`is refused by ${route.name}`, async () => {
      const row = permissionTable[route.name];
      assert.ok(row);
      const actor = await makeActor(world, 'owner', row.scope);
      const request = await row.request(world, actor);
      const change = (headers: Record<string, string>) =>
        muster.as(actor.token).send(route.method, addressOf(route, request), request.body, headers);
      assertRefused(await change({ 'if-match': '"outdated"' }), 412, 'precondition_failed');
      const { etag = '' } = (await muster.as(actor.token).get(addressOf(route, request))).headers;
      expect200(await change({ 'if-match': etag }));
    });
});

/** Their cookie is not part of what a key stands for. */
const neverRepeated = /^POST \/auth\/browser\//;

describe('a repeated answer', () => {
  for (const route of routes.filter(({ method, name }) => method === 'POST' && !neverRepeated.test(name)))
    it(`of ${route.name} stays in its language`, async () => {
      const row = permissionTable[route.name];
      assert.ok(row);
      const actor = await makeActor(world, 'owner', row.scope);
      const request = await row.request(world, actor);
      const sendIn = async (language: string) => {
        await sql`update users set language = ${language} where id = ${actor.person?.id}`.execute(
          muster.database.db,
        );
        return await muster.as(actor.token).post(addressOf(route, request), request.body, {
          ...request.headers,
          'accept-language': language,
          'idempotency-key': route.name,
        });
      };
      const [first, second] = [await sendIn('de'), await sendIn('en')];
      // Some end the session that they came with. Pages are written again, for the same effect.
      if (second.status === 401 || typeof first.body === 'string') return;
      assert.deepEqual(second.body, first.body);
      assert.equal(second.headers['content-language'], first.headers['content-language']);
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
