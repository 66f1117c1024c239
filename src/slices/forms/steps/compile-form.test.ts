import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../rules/schema-parts.ts';
import { checkSchema, compileForm } from './compile-form.ts';

type Properties = Record<string, unknown>;
const form = (properties: Properties, more: object = {}) =>
  ({ type: 'object', properties, ...more }) as unknown as JsonObject;
const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, i) => item(i));
const named = (count: number, item: (index: number) => unknown) =>
  Object.fromEntries(many(count, (i) => [`f${i}`, item(i)]));
const nested = (depth: number): object =>
  depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } };
const text = { type: 'string' };

/** What it is, the schema, and the place and code of a fault that must be named. */
const hostile: [string, unknown, string, string][] = [
  ['no object', form({}, { type: 'string' }), 'schema.type', 'type'],
  ['without fields', { type: 'object' }, 'schema.properties', 'required'],
  [
    'another dialect',
    form({}, { $schema: 'http://json-schema.org/draft-07/schema#' }),
    'schema.$schema',
    'dialect',
  ],
  ['more than 64 KiB', form({ a: { ...text, description: 'x'.repeat(70_000) } }), 'schema', 'too_large'],
  [
    'thirteen levels',
    form({ a: nested(12) }),
    'schema.properties.a.properties.a.properties.a.properties.a.properties.a.properties.a.properties.a.properties.a.properties.a.properties.a.properties.a.properties.a',
    'depth',
  ],
  ['201 fields', form(named(201, () => text)), 'schema.properties', 'too_many'],
  [
    '201 fields in two places',
    form(
      named(150, () => text),
      { allOf: [{ properties: named(51, () => text) }] },
    ),
    'schema.properties',
    'too_many',
  ],
  [
    'a reference to the web',
    form({ a: { $ref: 'https://example.org/schema' } }),
    'schema.properties.a.$ref',
    'foreign_reference',
  ],
  [
    'a reference to a file',
    form({ a: { $ref: 'file:///etc/passwd' } }),
    'schema.properties.a.$ref',
    'foreign_reference',
  ],
  ['a reference to itself', form({ a: { $ref: '#' } }), 'schema.properties.a.$ref', 'foreign_reference'],
  [
    'a reference to nothing',
    form({ a: { $ref: '#/$defs/gone' } }),
    'schema.properties.a.$ref',
    'dangling_reference',
  ],
  [
    'a reference to what all objects have',
    form({ a: { $ref: '#/$defs/toString' } }, { $defs: {} }),
    'schema.properties.a.$ref',
    'dangling_reference',
  ],
  [
    'recursion',
    form({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { type: 'array', items: { $ref: '#/$defs/a' } } } }),
    'schema.$defs.a',
    'recursion',
  ],
  [
    'recursion by others',
    form({}, { $defs: { a: { $ref: '#/$defs/b' }, b: { not: { $ref: '#/$defs/a' } } } }),
    'schema.$defs.b',
    'recursion',
  ],
  [
    'a billion laughs',
    form(
      { a: { $ref: '#/$defs/f0' } },
      {
        $defs: named(40, (i) =>
          i === 39 ? text : { allOf: [{ $ref: `#/$defs/f${i + 1}` }, { $ref: `#/$defs/f${i + 1}` }] },
        ),
      },
    ),
    'schema',
    'too_complex',
  ],
  ['thousands of alternatives', form({ a: { anyOf: many(6_000, () => ({})) } }), 'schema', 'too_complex'],
  [
    'a dynamic reference',
    form({ a: { $dynamicRef: '#a' } }),
    'schema.properties.a.$dynamicRef',
    'unknown_keyword',
  ],
  ['an id', form({ a: text }, { $id: 'https://example.org/x' }), 'schema.$id', 'unknown_keyword'],
  [
    'an anchor',
    form({ a: { $anchor: 'a', type: 'string' } }),
    'schema.properties.a.$anchor',
    'unknown_keyword',
  ],
  [
    'data references',
    form({ a: { type: 'string', pattern: { $data: '1/b' } } }),
    'schema.properties.a.pattern',
    'type',
  ],
  [
    'patterns for names',
    form({}, { patternProperties: { '^(a+)+$': text } }),
    'schema.patternProperties',
    'unknown_keyword',
  ],
  [
    'a keyword that nobody knows',
    form({ a: { ...text, 'x"];process.exit()//': 1 } }),
    'schema.properties.a.x"];process.exit()//',
    'unknown_keyword',
  ],
  [
    'definitions inside',
    form({ a: { type: 'object', properties: {}, $defs: {} } }),
    'schema.properties.a.$defs',
    'misplaced',
  ],
  [
    'a backreference',
    form({ a: { ...text, pattern: '(a)\\1' } }),
    'schema.properties.a.pattern',
    'unsafe_pattern',
  ],
  [
    'lookaround',
    form({ a: { ...text, pattern: '^(?=.*a)(?=.*b)' } }),
    'schema.properties.a.pattern',
    'unsafe_pattern',
  ],
  [
    'a pattern that unfolds',
    form({ a: { ...text, pattern: '((a{99}){99}){99}' } }),
    'schema.properties.a.pattern',
    'unsafe_pattern',
  ],
  [
    'a pattern of 201 characters',
    form({ a: { ...text, pattern: 'a'.repeat(201) } }),
    'schema.properties.a.pattern',
    'unsafe_pattern',
  ],
  [
    'a broken pattern',
    form({ a: { ...text, pattern: '[' } }),
    'schema.properties.a.pattern',
    'unsafe_pattern',
  ],
  [
    'an unknown format',
    form({ a: { ...text, format: 'regex' } }),
    'schema.properties.a.format',
    'unknown_format',
  ],
  ['501 values', form({ a: { enum: many(501, (i) => i) } }), 'schema.properties.a.enum', 'too_many'],
  [
    'a huge value',
    form({ a: { enum: ['ok', 'x'.repeat(1_001)] } }),
    'schema.properties.a.enum.1',
    'too_large',
  ],
  [
    'a huge constant',
    form({ a: { const: many(1_000, (i) => i) } }),
    'schema.properties.a.const',
    'too_large',
  ],
  [
    'unique objects',
    form({ a: { type: 'array', items: { type: 'object' }, uniqueItems: true } }),
    'schema.properties.a.uniqueItems',
    'too_costly',
  ],
  [
    'unique anything',
    form({ a: { type: 'array', uniqueItems: true } }),
    'schema.properties.a.uniqueItems',
    'too_costly',
  ],
  ['a type that is none', form({ a: { type: 'strnig' } }), 'schema.properties.a.type', 'enum'],
  [
    'a limit that is no number',
    form({ a: { ...text, maxLength: '10' } }),
    'schema.properties.a.maxLength',
    'type',
  ],
  ['fields that are a list', { type: 'object', properties: [] }, 'schema.properties', 'required'],
  ['a limit for no type', form({ a: { minimum: 3 } }), 'schema.properties.a', 'strict'],
];

describe('a schema is refused, with the place, that has', () => {
  for (const [what, schema, path, code] of hostile) {
    it(what, () => {
      const faults = checkSchema(schema as JsonObject);
      assert.ok(
        faults.some((fault) => fault.path === path && fault.code === code),
        JSON.stringify(faults).slice(0, 600),
      );
    });
  }
});

it('names every fault of a schema at once', () => {
  const bad = form({ a: { $id: 'x' }, b: { ...text, pattern: '(' }, c: { $ref: '#' } });
  const paths = checkSchema(bad).map(({ path }) => path);
  assert.deepEqual(paths, [
    'schema.properties.a.$id',
    'schema.properties.b.pattern',
    'schema.properties.c.$ref',
  ]);
});

const person = form(
  {
    name: { type: 'string', minLength: 1, maxLength: 100 },
    age: { type: 'integer', minimum: 16 },
    email: { type: 'string', format: 'email' },
    car: { type: 'boolean' },
    plate: { type: 'string', pattern: '^[A-Z]{2}\\d+$' },
    size: { enum: ['S', 'M', 'L'] },
    constructor: { type: 'string' },
    days: { type: 'array', items: { type: 'string', format: 'date' }, maxItems: 7, uniqueItems: true },
    contact: { $ref: '#/$defs/contact' },
    shares: { type: 'number', multipleOf: 0.1 },
  },
  {
    required: ['name', 'age', 'constructor'],
    additionalProperties: false,
    dependentRequired: { contact: ['email'] },
    if: { properties: { car: { const: true } }, required: ['car'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['plate'] },
    else: { properties: { plate: false } },
    $defs: { contact: { type: 'object', properties: { phone: text }, required: ['phone'] } },
  },
);
const good = { name: 'Zoë', age: 20, constructor: 'x' };

const answers: [string, object, string[]][] = [
  ['are as they should be', good, []],
  ['are none', {}, ['answers.name required', 'answers.age required', 'answers.constructor required']],
  [
    'have the wrong types',
    { name: 1, age: '20', constructor: null },
    ['answers.name type', 'answers.age type', 'answers.constructor type'],
  ],
  [
    'are out of bounds',
    { ...good, name: '', age: 15.5 },
    ['answers.name min_length', 'answers.age type', 'answers.age minimum'],
  ],
  ['are long', { ...good, name: 'x'.repeat(200_000) }, ['answers.name max_length']],
  ['name what is not asked', { ...good, shoe: 44 }, ['answers.shoe additional_properties']],
  [
    'have no format',
    { ...good, email: 'nobody', days: ['tomorrow', '2026-02-30'] },
    ['answers.email format', 'answers.days.0 format', 'answers.days.1 format'],
  ],
  [
    'have an endless format',
    { ...good, email: `${'a'.repeat(100_000)}@example.org` },
    ['answers.email format'],
  ],
  ['fit no pattern', { ...good, car: true, plate: 'ab1' }, ['answers.plate pattern']],
  ['lack what a condition asks for', { ...good, car: true }, ['answers.plate required']],
  ['hold what a condition forbids', { ...good, car: false, plate: 'AB1' }, ['answers.plate not_allowed']],
  [
    'lack what another field needs',
    { ...good, contact: { phone: '1' } },
    ['answers.email dependent_required'],
  ],
  ['lack something inside', { ...good, email: 'a@b.org', contact: {} }, ['answers.contact.phone required']],
  ['are none of a list', { ...good, size: 'XXL' }, ['answers.size enum']],
  ['come twice', { ...good, days: ['2026-01-01', '2026-01-01'] }, ['answers.days unique_items']],
  ['are a share of a float', { ...good, shares: 0.3 }, []],
  ['are 300 KiB', { ...good, name: 'x'.repeat(300_000) }, ['answers too_large']],
  [
    'are nested',
    { ...good, contact: many(20, () => 0).reduce<unknown>((inner) => ({ a: inner }), 1) },
    [`answers.contact${'.a'.repeat(15)} depth`],
  ],
  ['are 1,001 items', { ...good, days: many(1_001, String) }, ['answers.days too_many']],
];

describe('answers are checked when they', () => {
  const check = compileForm(person);
  for (const [what, given, expected] of answers) {
    it(what, () => {
      const faults = check(given as JsonObject).map(({ path, code }) => `${path} ${code}`);
      assert.deepEqual(faults.sort(), [...expected].sort());
    });
  }

  it('are too many for a schema that piles up checks', () => {
    const heavy = form({ a: { type: 'array', items: { allOf: many(900, () => text) } } });
    assert.deepEqual(checkSchema(heavy), []);
    const [fault] = compileForm(heavy)({ a: many(1_000, (i) => i) });
    assert.equal(fault?.code, 'too_many');
  });

  it('are too long for patterns that pile up', () => {
    const heavy = form({ a: { type: 'string', allOf: many(100, () => ({ pattern: '(.*a){20}$' })) } });
    assert.deepEqual(checkSchema(heavy), []);
    const [fault] = compileForm(heavy)({ a: `${'a'.repeat(9_000)}b` });
    assert.equal(fault?.code, 'too_long');
  });
});

/** Schemas as people and machines would write them, sound or not, and answers of any kind. */
const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.record(
      {
        type: fc.constant('string'),
        minLength: fc.nat(5),
        pattern: fc.constantFrom('^(a+)+$', '(a|a)*b', '^.*.*.*$', '\\d{1,50}', '(?:x?){50}'),
        format: fc.constantFrom('email', 'date', 'uri', 'hostname', 'ipv6', 'duration', 'time'),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      { type: fc.constantFrom('integer', 'number'), minimum: fc.integer() },
      { requiredKeys: ['type'] },
    ),
    fc.record({ enum: fc.uniqueArray(fc.jsonValue({ maxDepth: 1 }), { minLength: 1, maxLength: 5 }) }),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString'), tie('schema'), { maxKeys: 3 }),
      required: fc.uniqueArray(fc.constantFrom('a', 'b', 'toString'), { maxLength: 2 }),
    }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 4 }) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 4 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 4 }) }),
    fc.record({ not: tie('schema') }),
    fc.constantFrom({ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }),
  ),
}));
const scalar = fc.constantFrom('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', 'x@y', '::', 'P1Y', 1, -0.5, null, true);
// A thousand of something stand innermost only: a request of a megabyte cannot hold a thousand thousands.
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.constant('a'.repeat(20_000)),
    scalar.map((item) => many(1_000, () => item)),
    fc.tuple(tie('value'), fc.integer({ min: 1, max: 5 })).map(([item, count]) => many(count, () => item)),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
  ),
}));

it('checks any answers against any accepted schema, and names at most 500 faults', () => {
  let accepted = 0;
  fc.assert(
    fc.property(schema, schema, schema, value, value, (a, b, inner, one, other) => {
      const whole = form({ a: inner, b: a }, { $defs: { a: { type: 'array', items: b }, b: inner } });
      if (checkSchema(whole).length > 0) return;
      accepted += 1;
      const check = compileForm(whole);
      assert.ok(check({ a: one, b: other } as JsonObject).length <= 500, JSON.stringify(whole));
    }),
    { numRuns: 150 },
  );
  assert.ok(accepted > 10, `only ${accepted} schemas were accepted`);
});
