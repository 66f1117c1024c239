import assert from 'node:assert/strict';
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
} from './hostile.ts';
import { type Client, expect200, type PeopleApp } from './people.ts';
import {
  type ActorKind,
  addressOf,
  buildWorld,
  type ContractRoute,
  makeActor,
  permissionTable,
  type ValidRequest,
  type World,
} from './permission-table.ts';

/** How much is sent: one in so many of the values, by so many kinds of caller besides the owner. */
export interface Share {
  readonly oneIn: number;
  readonly others: number;
}

interface Attack {
  readonly what: string;
  readonly address: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

async function prepare(world: World, route: ContractRoute, kind: ActorKind) {
  const { muster } = world;
  const row = permissionTable[route.name];
  assert.ok(row, `${route.name} has no row in test/permission-table.ts`);
  const actor = await makeActor(world, kind, row.scope);
  return { client: muster.as(actor.token), request: await row.request(world, actor) };
}

function attacksOn(
  components: Components,
  route: ContractRoute,
  request: ValidRequest,
  turn: number,
  oneIn: number,
): Attack[] {
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
  return [...inBody, ...inUrl].filter((_, at) => at % oneIn === turn % oneIn);
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

export async function componentsOf(muster: PeopleApp): Promise<Components> {
  const document = expect200(await muster.as().get('/api/v1/openapi.json')) as {
    components: { schemas: Components };
  };
  return document.components.schemas;
}

/** Headers are read in the same way for every route, so each route gets a few of them, and all get their turn. */
const headersIn = ({ oneIn }: Share) => Math.min(oneIn, oddHeaders.length / 3);

/**
 * Hostile values in every field of one operation, and odd headers. What a field does with a value is decided before
 * rights are, so other callers than the owner send fewer; `turn` says which of them, and what.
 */
export async function strikeRoute(
  muster: PeopleApp,
  components: Components,
  route: ContractRoute,
  turn: number,
  share: Share,
): Promise<void> {
  const world = await buildWorld(muster);
  const owner = await prepare(world, route, 'owner');
  for (let index = 0; index < share.others; index += 1) {
    const kind = others[(turn + index) % others.length] ?? 'nobody';
    const other = await prepare(world, route, kind);
    await strike(
      other.client,
      route,
      other.request,
      attacksOn(components, route, other.request, turn + index, 8 * share.oneIn),
    );
  }
  const address = addressOf(route, owner.request);
  const withHeaders = oddHeaders
    .filter((_, at) => at % headersIn(share) === turn % headersIn(share))
    .map((headers) => ({
      what: JSON.stringify(headers).slice(0, 100),
      address,
      body: owner.request.body,
      headers,
    }));
  await strike(owner.client, route, owner.request, withHeaders);
  // Last, because some of what is sent is taken, and may remove the owner.
  await strike(
    owner.client,
    route,
    owner.request,
    attacksOn(components, route, owner.request, turn, share.oneIn),
  );
}
