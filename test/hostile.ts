/** The worst that can be sent into a field, made from the contract, so that a new route is covered by being there. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

export type Components = Record<string, Schema>;

export interface Field {
  /** From the body inward; an element of a list is entered as `0`. */
  readonly path: readonly string[];
  readonly schema: Schema;
}

function resolve(schema: Schema, components: Components): Schema {
  return schema.$ref ? (components[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
}

/** Every field of a body, at any depth: those that hold others too. */
export function fieldsOf(given: Schema, components: Components, path: readonly string[] = []): Field[] {
  const schema = resolve(given, components);
  const inner = [
    ...(schema.anyOf ?? []).flatMap((one) => fieldsOf(one, components, path).slice(1)),
    ...(schema.items ? fieldsOf(schema.items, components, [...path, '0']) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
      fieldsOf(member, components, [...path, name]),
    ),
  ];
  return [{ path, schema }, ...inner];
}

/** The least that a schema takes. */
function sample(given: Schema, components: Components): unknown {
  const schema = resolve(given, components);
  if (schema.enum) return schema.enum[0];
  if (schema.examples) return schema.examples[0];
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {}, components);
  const type = [schema.type].flat()[0];
  if (type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {}, components)]),
    );
  if (type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, components));
  if (type === 'string') return 'a'.repeat(Math.max(1, schema.minLength ?? 1));
  return type === 'boolean' ? true : (schema.minimum ?? 1);
}

/** The body as JSON with the given JSON in one place; what lies around that place is valid as far as we can tell. */
export function withJson(
  body: unknown,
  given: Schema,
  components: Components,
  [step, ...rest]: readonly string[],
  json: string,
): string {
  if (step === undefined) return json;
  const schema = resolve(given, components);
  const shape = schema.anyOf ? resolve(schema.anyOf[0] ?? {}, components) : schema;
  const around = (body ?? sample(shape, components)) as Record<string, unknown>;
  if (step === '0') return `[${withJson(around[0], shape.items ?? {}, components, rest, json)}]`;
  const members = { ...(sample(shape, components) as object), ...around };
  const others = Object.entries(members).filter(([name]) => name !== step);
  const inner = withJson(around[step], shape.properties?.[step] ?? {}, components, rest, json);
  const parts = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{${[...parts, `${JSON.stringify(step)}:${inner}`].join(',')}}`;
}

const numbers = [
  '1e300',
  '-1e300',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '2147483647',
  '2147483648',
  '-2147483649',
  '-0',
  '-1',
  '0',
  '1.5',
  '1e-7',
  '0.1e1',
];
const texts = [
  '',
  ' ',
  '\u200b',
  'a\r\nBcc: x@example.org',
  'a\u2028b\u202ec',
  "'; drop table users; --",
  '%00%ff',
  '../../etc/passwd',
  '\uffff\ufeff😀',
  '9'.repeat(400),
];
const moments = [
  '2026-11-14T09:00:00.12345678901234567Z',
  '2026-11-14T09:00:00.1234567890+01:00',
  '2026-11-14T23:59:60Z',
  '2026-11-14T24:00:00Z',
  '2026-02-30T09:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '8999-12-31T23:59:59.999999999-17:59',
  '1000-01-01T00:00:00+17:59',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '2026-11-14T09:00:00+23:59',
  '2026-11-14t09:00:00-00:00',
  '2026-11-14T09:00:00Z[Europe/Berlin]',
  'infinity',
  'now',
  '2026-11-14',
  '0000-01-01',
  '8999-12-31',
  '2026-02-30',
  '2026-00',
  '24:00',
  '23:60',
];
const zones = [
  'US/Pacific-New',
  'PST',
  'IST',
  'EST5EDT4',
  'Etc/GMT+99',
  '+02:00',
  'posixrules',
  'localtime',
  '../etc/localtime',
  'utc',
];
const rules = [
  'FREQ=SECONDLY',
  'FREQ=DAILY;COUNT=1e9',
  'FREQ=DAILY;INTERVAL=99999999999999999999',
  'FREQ=DAILY;UNTIL=99999999T999999Z',
  'FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2',
  'FREQ=DAILY;BYDAY=99MO',
  'RRULE:FREQ=DAILY\nEXDATE:99999999T999999',
];
const keys = (...given: unknown[]) => Buffer.from(JSON.stringify(given)).toString('base64url');
const cursors = [
  '',
  keys(),
  keys(null),
  keys(-1),
  keys(1.5),
  keys(2 ** 31),
  keys(2 ** 53),
  Buffer.from('[1e300]').toString('base64url'),
  Buffer.from('[1e300,1]').toString('base64url'),
  Buffer.from('[NaN]').toString('base64url'),
  keys(2 ** 31, 1),
  keys(-1, -1),
  keys('2026-11-14T09:00:00.12345678901234567Z', 1),
  keys('+275760-09-13T00:00:00Z', 1),
  keys('0000-01-01T00:00:00Z', 1),
  keys('infinity', 1),
  keys('a\u0000', 1),
  keys('\ud800', 1),
  keys('x'.repeat(300), 1),
  keys('1', 1),
  keys(1, 1, 1),
  keys([1]),
  keys({ length: 1 }),
];

/** Free objects say in their description what they may hold; these are the names that any of them knows. */
const free = [
  'form_id',
  'badge_id',
  'program_id',
  'mission_id',
  'count',
  'hours',
  'minutes',
  'days',
  'fields',
  'properties',
].flatMap((name) => ['1e300', '-1', '1e-7', '"1"', '[1e300]', '{}'].map((json) => `{"${name}":${json}}`));

const named = (name: string, schema: Schema) => ({
  isMoment: /time|date|from|to$|since|until|_at$|^at$/.test(name) || /date/.test(schema.format ?? ''),
  isZone: /zone/.test(name),
  isRule: name === 'recurrence',
  isCursor: name === 'cursor',
});

/** Texts that are worth trying in a field of this name. */
export function textsFor(name: string, schema: Schema): string[] {
  const is = named(name, schema);
  return [
    ...texts,
    ...(is.isMoment ? moments : []),
    ...(is.isZone ? zones : []),
    ...(is.isRule ? rules : []),
    ...(is.isCursor ? cursors : []),
  ];
}

/** JSON that is worth trying in a field of a body. */
export function jsonFor({ path, schema }: Field): string[] {
  const types = [schema.type].flat();
  const wrong = ['null', 'true', '[]', '{}', '[null]', '"1"', '"0x1"', '"NaN"'];
  const isFree = types.includes('object') && schema.properties === undefined;
  const isText = types.includes('string') && schema.enum === undefined;
  return [
    ...wrong,
    ...(types.includes('integer') || types.includes('number') ? numbers : ['1e300', '-0']),
    ...(isText ? textsFor(path.at(-1) ?? '', schema).map((text) => JSON.stringify(text)) : ['"\\u2028"']),
    ...(isFree ? free : []),
  ];
}

/** Texts in the place of a number in a path or query. */
export const numberTexts = [
  ...numbers,
  '0x1',
  '1e0',
  '+1',
  '%201',
  '01',
  'NaN',
  'Infinity',
  '1_000',
  '1,0',
  '%D9%A1',
];

/** Odd headers, several in each request: only together are they few enough for every route. */
export const oddHeaders: readonly Record<string, string>[] = [
  { 'idempotency-key': 'x'.repeat(256), 'if-match': '"', accept: 'x'.repeat(4_000) },
  { 'idempotency-key': 'ü', 'if-none-match': 'W/"', accept: '*/*;q=1e300' },
  { 'idempotency-key': '', 'if-match': '*, "a", W/"b"', 'content-type': 'application/json; charset=utf-7' },
  { 'if-match': 'x'.repeat(8_000), 'x-request-id': '\u00ff{}', 'content-type': 'multipart/form-data' },
  { authorization: 'Bearer', 'x-forwarded-for': '::ffff:999.1.1.1, \u00e4', 'content-type': '' },
  { authorization: `Bearer ${'a'.repeat(8_000)}`, range: 'bytes=-1e300', cookie: 'muster_refresh=%00; =;;' },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.', 'accept-language': '*;q=-1, \u00ff' },
  { authorization: 'Bearer mk_\u00ff', 'if-none-match': '*', 'content-type': 'application/json;;;' },
  { authorization: 'Basic dXNlcjpwYXNz', 'user-agent': '\u00ff'.repeat(500), accept: 'text/csv, text/html' },
];

/** What an answer must never contain: statements, stacks, paths of the machine. */
export const leak =
  /at or near|violates|relation "|invalid input syntax|out of range for type|\.ts:\d|node_modules|\/src\/|Error: /;
