import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, type Client, expect200, peopleApp } from '#test/people.ts';
import {
  addressOf,
  buildWorld,
  type ContractRoute,
  contractRoutes,
  makeActor,
  permissionTable,
  type ValidRequest,
} from '#test/permission-table.ts';

/** Every route of the contract, with the worst that can be sent to it: a 400 that names the field, never a 500. */
const muster = await peopleApp();
const world = await buildWorld(muster);
const routes = await contractRoutes(muster);
const { components } = expect200(await muster.as().get('/api/v1/openapi.json')) as {
  components: { schemas: Record<string, Schema> };
};

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}
interface TextField {
  readonly path: readonly string[];
  readonly format: string | undefined;
}

/** Where in a body of this shape texts may be. A list is entered at its first element. */
function textFields(schema: Schema, path: readonly string[] = []): TextField[] {
  if (schema.$ref) return textFields(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, path);
  if ([schema.type].flat().includes('string')) return [{ path, format: schema.format }];
  if (schema.anyOf) return schema.anyOf.flatMap((one) => textFields(one, path));
  if (schema.items) return textFields(schema.items, [...path, '0']);
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    textFields(member, [...path, name]),
  );
}

/** The valid body as JSON, with the given JSON in the place of one field. */
function withField(body: unknown, [step, ...rest]: readonly string[], json: string): string {
  if (step === undefined) return json;
  if (step === '0') return `[${withField(undefined, rest, json)}]`;
  const members = Object.entries((body ?? {}) as object).filter(([name]) => name !== step);
  const others = members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const inner = withField((body as Record<string, unknown> | undefined)?.[step], rest, json);
  return `{${[...others, `${JSON.stringify(step)}:${inner}`].join(',')}}`;
}

interface Target {
  readonly route: ContractRoute;
  readonly client: Client;
  readonly request: ValidRequest;
  send(body: string): Promise<Answer>;
}

/** By route: what is refused leaves everything as it was, so that one owner and one request do for all of it. */
const targets = new Map<ContractRoute, Promise<Target>>();

function aim(route: ContractRoute): Promise<Target> {
  return targets.getOrInsertComputed(route, () => prepareTarget(route));
}

async function prepareTarget(route: ContractRoute): Promise<Target> {
  const row = permissionTable[route.name];
  assert.ok(row, `${route.name} has no row in test/permission-table.ts`);
  const actor = await makeActor(world, 'owner', row.scope);
  const request = await row.request(world, actor);
  const client = muster.as(actor.token);
  return {
    route,
    client,
    request,
    send: (body) => client.send(route.method, addressOf(route, request), body),
  };
}

function assertNamed(answer: Answer, what: string, field?: string): void {
  assert.equal(answer.status, 400, `${what}: ${JSON.stringify(answer.body).slice(0, 300)}`);
  const paths = (answer.body.errors as { path: string }[]).map(({ path }) => path);
  assert.ok(paths.length > 0, `${what} names nothing`);
  if (field !== undefined)
    assert.ok(
      paths.some((path) => path === field || path.startsWith(`${field}.`)),
      `${what}: ${field} is not among ${paths}`,
    );
}

const megabyte = JSON.stringify('x'.repeat(1_000_000));
const oddEmails = [
  'a\u0000@b.org',
  'a\u202e@b.org',
  'ä@b.org',
  'a@bücher.example',
  '\u212a@b.org',
  '😀@b.org',
  'a@b..org',
];

describe('a body', () => {
  // Files in CSV have their own tests: src/platform/http/csv-reader.test.ts.
  for (const route of routes.filter(({ operation }) => operation.requestBody?.content['application/json'])) {
    const schema = (route.operation.requestBody?.content['application/json']?.schema ?? {}) as Schema;

    it(`of ${route.name} may hold any text in any field`, async () => {
      const { request, send } = await aim(route);
      for (const { path, format } of textFields(schema)) {
        const field = path.join('.');
        const put = (json: string) => send(withField(request.body, path, json));
        const long = await put(megabyte);
        // Where a route needs little, the body is refused before its fields are looked at.
        if (long.status !== 413) assertNamed(long, 'a megabyte', field);
        assertNamed(await put('"a\\u0000b"'), 'a NUL', field);
        assertNamed(await put('"a\\ud800b"'), 'half a surrogate pair', field);
        assertNamed(await put('{"a":1}'), 'an object for a text', field);
        if (format === 'email')
          for (const email of oddEmails) assertNamed(await put(JSON.stringify(email)), email, field);
      }
    });

    it(`of ${route.name} may have any form`, async () => {
      const { request, send } = await aim(route);
      const whole = JSON.stringify(request.body ?? {});
      const inside = whole === '{}' ? '' : `,${whole.slice(1, -1)}`;
      assertNamed(await send('['.repeat(10_000) + ']'.repeat(10_000)), 'nested brackets');
      assertNamed(await send(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`), 'nested objects');
      assertNamed(
        await send(`{"deep":${'['.repeat(10_000)}${']'.repeat(10_000)}${inside}}`),
        'a nested field',
        'deep',
      );
      assertNamed(await send(`[${whole}]`), 'an array', 'body');
      assertNamed(await send('"text"'), 'a text', 'body');
      assertNamed(await send('17'), 'a number', 'body');
      assertNamed(await send(`{"twice":1,"twice":1${inside}}`), 'a key twice', 'twice');
      assertNamed(await send(`{"__proto__":{"admin":true}${inside}}`), '__proto__', '__proto__');
      assertNamed(await send(`{"a":{"__proto__":1}${inside}}`), '__proto__ inside', 'a.__proto__');
      assert.equal((await send(`{"a":"${'x'.repeat(1_100_000)}"}`)).status, 413);
      assert.equal((await send('{"a":')).status, 400);
    });
  }
});

/** Whether a code is genuine is the question there; "no" is an answer. */
const judgesAnyCode = new Set(['GET /hours/verify/{code}']);

describe('a path', () => {
  const oddIds = [
    'abc',
    '0',
    '-1',
    '1.5',
    '9007199254740993',
    '1e400',
    '%00',
    '..%2f',
    'x'.repeat(5_000),
    '%ff',
    '🦊',
  ];
  for (const route of routes.filter(({ path }) => path.includes('{'))) {
    it(`of ${route.name} may have anything for an id`, async () => {
      const { client, request } = await aim(route);
      for (const id of [...oddIds, '999999999']) {
        const path = route.path.replaceAll(/\{\w+\}/g, encodeURI(decodeSafely(id)));
        const { status, body } = await client.send(route.method, path, request.body, { ...request.headers });
        const isAnswer = status === 200 && judgesAnyCode.has(route.name);
        if (isAnswer) assert.deepEqual([body.genuine, body.person_name, body.minutes], [false, null, null]);
        assert.ok(status === 400 || status === 404 || isAnswer, `${id.slice(0, 20)}: ${status}`);
      }
    });
  }
});

describe('a query', () => {
  const odd = ['%00', 'x'.repeat(5_000), '-1', '1e400', '%F0%9F%A6%8A', '%25', 'W10', 'WzFlNDAwXQ', 'bnVsbA'];
  for (const route of routes.filter(({ operation }) =>
    operation.parameters?.some((one) => one.in === 'query'),
  )) {
    it(`of ${route.name} may have anything in any field`, async () => {
      const { client, request } = await aim(route);
      const address = addressOf(route, request);
      for (const { name } of route.operation.parameters?.filter((one) => one.in === 'query') ?? []) {
        for (const value of [...odd, `a&${name}=b`]) {
          const { status } = await client.get(
            `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`,
          );
          assert.ok(status < 500, `${name}=${value.slice(0, 20)}: ${status}`);
        }
      }
    });
  }
});

function decodeSafely(text: string): string {
  return text.startsWith('%') || text.includes('%2f') ? text : decodeURIComponent(text);
}

it('no request of this file was answered with a 500', () => assert.deepEqual(muster.errors, []));
