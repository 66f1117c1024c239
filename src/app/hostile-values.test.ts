import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Components,
  fieldsOf,
  jsonFor,
  leak,
  numberTexts,
  oddHeaders,
  type Schema,
  textsFor,
  withJson,
} from '#test/hostile.ts';
import { type Client, expect200, peopleApp } from '#test/people.ts';
import {
  type ActorKind,
  addressOf,
  buildWorld,
  type ContractRoute,
  contractRoutes,
  makeActor,
  permissionTable,
  type ValidRequest,
  type World,
} from '#test/permission-table.ts';

/** Hostile values in every field of every operation, as every kind of caller: never a 5xx, and nothing leaks. */
const muster = await peopleApp();
/** The first person, whose id `01` is taken for: none of those who send. */
await muster.person();
const routes = await contractRoutes(muster);
const document = expect200(await muster.as().get('/api/v1/openapi.json')) as {
  components: { schemas: Components };
};
const components = document.components.schemas;

interface Attack {
  readonly what: string;
  readonly address: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Each route gets a world for itself: some of what is sent is taken, and may remove the owner. */
async function prepare(world: World, route: ContractRoute, kind: ActorKind) {
  const row = permissionTable[route.name];
  assert.ok(row, `${route.name} has no row in test/permission-table.ts`);
  const actor = await makeActor(world, kind, row.scope);
  return { client: muster.as(actor.token), request: await row.request(world, actor) };
}

function attacksOn(route: ContractRoute, request: ValidRequest): Attack[] {
  const address = addressOf(route, request);
  const schema = (route.operation.requestBody?.content['application/json']?.schema ?? {}) as Schema;
  const inBody = fieldsOf(schema, components).flatMap((field) =>
    field.path.length === 0
      ? []
      : jsonFor(field).map((json) => ({
          what: `${field.path.join('.')} = ${json.slice(0, 60)}`,
          address,
          body: withJson(request.body, schema, components, field.path, json),
        })),
  );
  const parameters = (route.operation.parameters ?? []) as { name: string; in: string; schema: Schema }[];
  const inUrl = parameters.flatMap(({ name, in: place, schema: shape }) => {
    const values =
      shape.type === 'integer'
        ? numberTexts
        : textsFor(name, shape).map((text) => encodeURIComponent(text.toWellFormed()));
    if (place === 'header') return [];
    return values.map((value) => ({
      what: `${place} ${name} = ${value.slice(0, 60)}`,
      address:
        place === 'query'
          ? `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`
          : addressOf(route, { ...request, params: { ...request.params, [name]: value || '%20' } }),
      body: request.body,
    }));
  });
  return [...inBody, ...inUrl];
}

async function strike(client: Client, route: ContractRoute, { headers }: ValidRequest, attacks: Attack[]) {
  const waiting = [...attacks];
  const worker = async () => {
    for (let attack = waiting.shift(); attack; attack = waiting.shift()) {
      const { status, body } = await client.send(route.method, attack.address, attack.body, {
        ...headers,
        ...attack.headers,
      });
      const told = typeof body === 'string' ? body : JSON.stringify(body);
      assert.ok(status < 500, `${attack.what}: ${status} ${told.slice(0, 200)}`);
      if (status >= 400) assert.doesNotMatch(told, leak, attack.what);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

const others: readonly ActorKind[] = [
  'nobody',
  'volunteer',
  'coordinator',
  'admin',
  'stranger',
  'key with the scope',
];

describe('hostile values', () => {
  for (const [turn, route] of routes.entries())
    it(`sent to ${route.name} are refused or taken, never a failure`, async () => {
      const world = await buildWorld(muster);
      const { client, request } = await prepare(world, route, 'owner');
      const attacks = attacksOn(route, request);
      // What a field does with a value is decided before rights are; so each of the others sends a share.
      for (const [index, kind] of others.entries()) {
        const other = await prepare(world, route, kind);
        const share = attacksOn(route, other.request).filter((_, at) => at % 16 === (turn + index) % 16);
        await strike(other.client, route, other.request, share);
      }
      await strike(client, route, request, attacks);
    });
});

describe('odd headers', () => {
  for (const route of routes)
    it(`sent to ${route.name} are refused or ignored`, async () => {
      const { client, request } = await prepare(await buildWorld(muster), route, 'owner');
      const address = addressOf(route, request);
      const attacks = oddHeaders.map((headers) => ({
        what: JSON.stringify(headers).slice(0, 100),
        address,
        body: request.body,
        headers,
      }));
      await strike(client, route, request, attacks);
    });
});

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
