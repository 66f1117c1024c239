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

/**
 * Every field of every route of the contract, with the worst that can be sent to it: a 400 that names the field, never a
 * 500. A field gets some of it here, by turns; `npm run drill -- hostile` sends all of it to each.
 */
const everything = process.env['MUSTER_HOSTILE'] === 'all';
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

/** One in so many, from another one on at each turn. */
function share<Item>(items: readonly Item[], oneIn: number, turn: number): readonly Item[] {
  return everything ? items : items.filter((_, at) => at % oneIn === turn % oneIn);
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

/** Each as JSON. */
const oddTexts: readonly [string, string][] = [
  ['a megabyte', megabyte],
  ['a NUL', '"a\\u0000b"'],
  ['half a surrogate pair', '"a\\ud800b"'],
  ['an object for a text', '{"a":1}'],
];

interface OddForm {
  readonly what: string;
  readonly body: string;
  /** What the answer names: with an empty text, anything. */
  readonly field?: string;
  readonly status?: number;
}

/** Bodies with a valid one inside them, where there is room for it. */
function oddForms(whole: string, inside: string): readonly OddForm[] {
  const [open, close] = ['['.repeat(10_000), ']'.repeat(10_000)];
  return [
    { what: 'nested brackets', body: open + close, field: '' },
    { what: 'nested objects', body: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, field: '' },
    { what: 'a nested field', body: `{"deep":${open}${close}${inside}}`, field: 'deep' },
    { what: 'an array', body: `[${whole}]`, field: 'body' },
    { what: 'a text', body: '"text"', field: 'body' },
    { what: 'a number', body: '17', field: 'body' },
    { what: 'a key twice', body: `{"twice":1,"twice":1${inside}}`, field: 'twice' },
    { what: '__proto__', body: `{"__proto__":{"admin":true}${inside}}`, field: '__proto__' },
    { what: '__proto__ inside', body: `{"a":{"__proto__":1}${inside}}`, field: 'a.__proto__' },
    { what: 'more than a megabyte', body: `{"a":"${'x'.repeat(1_100_000)}"}`, status: 413 },
    { what: 'half a body', body: '{"a":' },
  ];
}

describe('a body', () => {
  // Files in CSV have their own tests: src/platform/http/csv-reader.test.ts.
  const taking = routes.filter(({ operation }) => operation.requestBody?.content['application/json']);
  for (const [turn, route] of taking.entries()) {
    const schema = (route.operation.requestBody?.content['application/json']?.schema ?? {}) as Schema;

    it(`of ${route.name} may hold any text in any field`, async () => {
      const { request, send } = await aim(route);
      for (const [at, { path, format }] of textFields(schema).entries()) {
        const field = path.join('.');
        for (const [what, json] of share(oddTexts, oddTexts.length, turn + at)) {
          const answer = await send(withField(request.body, path, json));
          // Where a route needs little, the body is refused before its fields are looked at.
          if (answer.status !== 413 || json !== megabyte) assertNamed(answer, what, field);
        }
        for (const email of format === 'email' ? share(oddEmails, 3, turn + at) : [])
          assertNamed(await send(withField(request.body, path, JSON.stringify(email))), email, field);
      }
    });

    it(`of ${route.name} may have any form`, async () => {
      const { request, send } = await aim(route);
      const whole = JSON.stringify(request.body ?? {});
      const inside = whole === '{}' ? '' : `,${whole.slice(1, -1)}`;
      // Bodies are read in the same way for every route.
      for (const { what, body, field, status = 400 } of share(oddForms(whole, inside), 4, turn)) {
        const answer = await send(body);
        if (field === undefined) assert.equal(answer.status, status, what);
        else assertNamed(answer, what, field || undefined);
      }
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
  for (const [turn, route] of routes.filter(({ path }) => path.includes('{')).entries()) {
    it(`of ${route.name} may have anything for an id`, async () => {
      const { client, request } = await aim(route);
      for (const id of share([...oddIds, '999999999'], 4, turn)) {
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
  const asking = routes.filter(({ operation }) => operation.parameters?.some((one) => one.in === 'query'));
  for (const [turn, route] of asking.entries()) {
    it(`of ${route.name} may have anything in any field`, async () => {
      const { client, request } = await aim(route);
      const address = addressOf(route, request);
      const fields = route.operation.parameters?.filter((one) => one.in === 'query') ?? [];
      for (const [at, { name }] of fields.entries()) {
        for (const value of share([...odd, `a&${name}=b`], 5, turn + at)) {
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
