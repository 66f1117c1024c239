import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { errorBody } from '#platform/language/index.ts';
import '../messages/index.ts';
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

/** What it is, the schema, and the place and code of an error that must be named. */
const hostile: [string, unknown, string, string][] = [
  ['no object', form({}, { type: 'string' }), 'schema.type', 'type'],
  ['no object among its types', form({}, { type: ['array', 'null'] }), 'schema.type', 'type'],
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
  ['a reference to itself for the same value', form({}, { $ref: '#' }), 'schema', 'recursion'],
  [
    'a reference to a document that is not inside',
    form({ a: { $ref: 'other.json' } }, { $id: 'https://example.org/form.json' }),
    'schema.properties.a.$ref',
    'foreign_reference',
  ],
  [
    'a reference to what is no schema',
    form({ a: { enum: [{ type: 'string' }] }, b: { $ref: '#/properties/a/enum/0' } }),
    'schema.properties.b.$ref',
    'dangling_reference',
  ],
  [
    'a reference to no anchor',
    form({ a: { $ref: '#gone' } }),
    'schema.properties.a.$ref',
    'dangling_reference',
  ],
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
    'recursion by others',
    form({}, { $defs: { a: { $ref: '#/$defs/b' }, b: { not: { $ref: '#/$defs/a' } } } }),
    'schema.$defs.a',
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
    'schema.$defs.f28',
    'too_complex',
  ],
  [
    '501 alternatives',
    form({ a: { anyOf: many(501, () => ({})) } }),
    'schema.properties.a.anyOf',
    'too_many',
  ],
  ['thousands of schemas', form({ a: { allOf: many(2_000, () => ({})) } }), 'schema', 'too_complex'],
  [
    '201 patterns for names',
    form({}, { patternProperties: named(201, () => text) }),
    'schema.properties',
    'too_many',
  ],
  [
    'definitions that lead to each other, one by one',
    form(
      { a: { $ref: '#/$defs/f0' } },
      { $defs: named(400, (i) => (i === 399 ? text : { items: { $ref: `#/$defs/f${i + 1}` } })) },
    ),
    'schema',
    'too_complex',
  ],
  [
    'a dynamic reference among several documents',
    form({ a: { $dynamicRef: '#a' } }, { $defs: { a: { $id: 'inner', $dynamicAnchor: 'a' } } }),
    'schema.properties.a.$dynamicRef',
    'dynamic_reference',
  ],
  [
    'data references',
    form({ a: { type: 'string', pattern: { $data: '1/b' } } }),
    'schema.properties.a.pattern',
    'type',
  ],
  [
    'a pattern for names that refers back',
    form({}, { patternProperties: { '(a)\\1': text } }),
    'schema.patternProperties.(a)\\1',
    'unsafe_pattern',
  ],
  [
    'a backreference',
    form({ a: { ...text, pattern: '(a)\\1' } }),
    'schema.properties.a.pattern',
    'unsafe_pattern',
  ],
  [
    'a pattern that fits in many ways',
    form({ a: { ...text, pattern: '^(a+)+$' } }),
    'schema.properties.a.pattern',
    'unsafe_pattern',
  ],
  [
    'more patterns than can be looked at',
    form(named(120, () => ({ ...text, pattern: `((((a|b)?c){9}){9})*` }))),
    'schema.properties.f0.pattern',
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
  ['a type that is none', form({ a: { type: 'strnig' } }), 'schema.properties.a.type', 'enum'],
  [
    'a limit that is no number',
    form({ a: { ...text, maxLength: '10' } }),
    'schema.properties.a.maxLength',
    'type',
  ],
  ['fields that are a list', { type: 'object', properties: [] }, 'schema.properties', 'type'],
];

describe('a schema is refused, with the place, that has', () => {
  for (const [what, schema, path, code] of hostile) {
    it(what, () => {
      const errors = checkSchema(schema as JsonObject);
      assert.ok(
        errors.some((error) => error.path === path && error.code === code),
        JSON.stringify(errors).slice(0, 600),
      );
    });
  }
});

it('names every error of a schema at once', () => {
  const bad = form({ a: { $ref: 'x' }, b: { ...text, pattern: '(' }, c: { $ref: '#c' } });
  const paths = checkSchema(bad).map(({ path }) => path);
  assert.deepEqual(paths, [
    'schema.properties.a.$ref',
    'schema.properties.b.pattern',
    'schema.properties.c.$ref',
  ]);
});

const tree = { type: 'array', items: { $ref: '#/$defs/tree' } };

/** What it has, the schema, answers that fit and answers that don't, with the error. */
const sound: [string, unknown, object, object, string][] = [
  ['no fields', { type: 'object', minProperties: 1 }, { x: 1 }, {}, 'answers min_properties'],
  ['no type', { required: ['a'] }, { a: 1 }, {}, 'answers.a required'],
  [
    'names by pattern',
    form({}, { patternProperties: { '^a+$': text }, additionalProperties: false }),
    { aaa: 'x' },
    { aaa: 1, b: 1 },
    'answers.aaa type, answers.b additional_properties',
  ],
  [
    'an id',
    { $id: 'https://example.org/x', $ref: 'x#/$defs/a', $defs: { a: { required: ['a'] } } },
    { a: 1 },
    {},
    'answers.a required',
  ],
  [
    'an anchor',
    form({ a: { $ref: '#b' }, b: { $anchor: 'b', ...text } }),
    { a: 'x' },
    { a: 1 },
    'answers.a type',
  ],
  [
    'a path',
    form({ 'a b/c': text, d: { $ref: '#/properties/a%20b~1c' } }),
    { d: 'x' },
    { d: 1 },
    'answers.d type',
  ],
  [
    'itself inside',
    form({ name: text, next: { $ref: '#' } }, { required: ['name'] }),
    { name: 'a', next: { name: 'b' } },
    { name: 'a', next: {} },
    'answers.next.name required',
  ],
  [
    'a tree',
    form({ a: { $ref: '#/$defs/tree' } }, { $defs: { tree } }),
    { a: [[], [[]]] },
    { a: [[1]] },
    'answers.a.0.0 type',
  ],
  [
    'a dynamic reference',
    form({ a: { $dynamicRef: '#n' } }, { $dynamicAnchor: 'n', maxProperties: 1 }),
    { a: { a: {} } },
    { a: { b: 1, c: 1 } },
    'answers.a max_properties',
  ],
  [
    'a list by place',
    form({ a: { type: 'array', prefixItems: [text, { type: 'integer' }], items: false } }),
    { a: ['x', 1] },
    { a: [1, 'x', 2] },
    'answers.a items, answers.a.0 type, answers.a.1 type',
  ],
  [
    'a document inside',
    form(
      { a: { $ref: 'inner' } },
      { $defs: { b: { $id: 'inner', items: { $ref: '#/$defs/c' }, $defs: { c: text } } } },
    ),
    { a: ['x'] },
    { a: [1] },
    'answers.a.0 type',
  ],
  [
    'a definition anywhere',
    form({ a: { $ref: '#/properties/b/$defs/c' }, b: { $defs: { c: text } } }),
    { a: 'x' },
    { a: 1 },
    'answers.a type',
  ],
  [
    'definitions as they were called before',
    form({ a: { $ref: '#/definitions/c' } }, { definitions: { c: text } }),
    { a: 'x' },
    { a: 1 },
    'answers.a type',
  ],
  [
    'unique objects',
    form({ a: { type: 'array', uniqueItems: true } }),
    { a: [{ b: 1, c: 2 }, { b: 1 }] },
    {
      a: [
        { b: 1, c: 2 },
        { c: 2, b: 1 },
      ],
    },
    'answers.a unique_items',
  ],
  ['a limit for no type', form({ a: { minimum: 3 } }), { a: 'x' }, { a: 2 }, 'answers.a minimum'],
  ['no value that fits', form({ a: { enum: [] } }), {}, { a: 1 }, 'answers.a not_allowed'],
  [
    'notes',
    form({ a: { ...text, format: 'our-own', 'x"];process.exit()//': 1, checks: 0, maxLength: 1 } }),
    { a: 'x' },
    { a: 'xy' },
    'answers.a max_length',
  ],
  [
    'a condition alone',
    { if: { properties: { a: text }, required: ['a'] }, unevaluatedProperties: false },
    { a: 'x' },
    { b: 1 },
    'answers.b unevaluated_properties',
  ],
  [
    'a reference to no value',
    form({ a: { $ref: '#/$defs/no' } }, { $defs: { no: false } }),
    {},
    { a: 1 },
    'answers.a not_allowed',
  ],
];

describe('a schema is accepted that has', () => {
  for (const [what, schema, right, wrong, expected] of sound) {
    it(what, () => {
      assert.deepEqual(checkSchema(schema as JsonObject), []);
      const check = compileForm(schema as JsonObject);
      assert.deepEqual(check(right as JsonObject), []);
      const errors = check(wrong as JsonObject).map(({ path, code }) => `${path} ${code}`);
      assert.equal(errors.sort().join(', '), expected);
    });
  }
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
      const errors = check(given as JsonObject).map(({ path, code }) => `${path} ${code}`);
      assert.deepEqual(errors.sort(), [...expected].sort());
    });
  }

  it('name what is missing in a list or around it, not what is fine about its entries', () => {
    const list = (more: object) => form({ a: { type: 'array', contains: { const: 'tea' }, ...more } });
    const cases: [JsonObject, object, string][] = [
      [list({}), { a: ['milk'] }, 'answers.a: A required entry is missing. Add it.'],
      [
        list({ minContains: 2 }),
        { a: ['tea', 'milk'] },
        'answers.a: Required entries are missing. At least 2 are needed.',
      ],
      [
        list({ maxContains: 2 }),
        { a: ['tea', 'tea', 'tea'] },
        'answers.a: There are too few or too many of the required entries. Enter 1 to 2 of them.',
      ],
      [
        form({ contains: { type: 'number' } }),
        { contains: 'x' },
        'answers.contains: This has the wrong type. Use a number.',
      ],
      [
        form({}, { propertyNames: { maxLength: 3 } }),
        { name: 1 },
        'answers.name: This field name isn’t allowed.',
      ],
      [
        form({}, { minProperties: 2 }),
        { a: 1 },
        'answers: Too few fields are filled in. Fill in at least 2 fields.',
      ],
    ];
    for (const [schema, given, expected] of cases) {
      const errors = compileForm(schema)(given as JsonObject).map((error) => errorBody('en', error));
      assert.deepEqual(
        errors.map(({ path, message }) => `${path}: ${message}`),
        [expected],
      );
    }
  });

  it('are too many for a schema that piles up checks', () => {
    const heavy = form({ a: { type: 'array', items: { allOf: many(900, () => text) } } });
    assert.deepEqual(checkSchema(heavy), []);
    const [error] = compileForm(heavy)({ a: many(1_000, (i) => i) });
    assert.equal(error?.code, 'too_many');
  });

  it('are too many for a schema that refers to itself twice on each level', () => {
    const twice = form(
      { a: { $ref: '#/$defs/a' } },
      { $defs: { a: { anyOf: many(4, () => ({ items: { $ref: '#/$defs/a' }, maxItems: 1 })) } } },
    );
    assert.deepEqual(checkSchema(twice), []);
    const check = compileForm(twice);
    assert.deepEqual(check({ a: [[[1]]] }), []);
    const deep = many(14, () => 0).reduce<unknown>((inner) => [inner], 1);
    assert.deepEqual(
      check({ a: deep } as JsonObject).map(({ path, code }) => `${path} ${code}`),
      ['answers too_many'],
    );
  });

  it('reach the last level of as many definitions as there may be', () => {
    const next = (i: number) => ({ allOf: [{ $ref: `#/$defs/f${(i + 1) % 57}` }] });
    const long = form(
      { a: { $ref: '#/$defs/f0' } },
      { $defs: named(57, (i) => (i === 56 ? { items: next(i) } : next(i))) },
    );
    assert.deepEqual(checkSchema(long), []);
    const deep = many(14, () => 0).reduce<unknown>((inner) => [inner], 1);
    assert.deepEqual(compileForm(long)({ a: deep } as JsonObject), []);
  });

  for (const [name, count, link] of [
    ['', 118, (ref: object) => ref],
    [' in a list', 58, (ref: object) => ({ items: ref })],
    [' behind a pattern', 58, (ref: object) => ({ patternProperties: { a: ref } })],
  ] as const)
    it(`are checked by code that has just been loaded, with two thirds of the stack, for a chain of references${name}`, async () => {
      const long = form(
        { a: { $ref: '#/$defs/f0' } },
        { $defs: named(count, (i) => (i === count - 1 ? text : link({ $ref: `#/$defs/f${i + 1}` }))) },
      );
      assert.deepEqual(checkSchema(long), []);
      const path = JSON.stringify(new URL('./compile-form.ts', import.meta.url).href);
      const code = `import(${path}).then(({ compileForm }) => compileForm(${JSON.stringify(long)}))`;
      // Node takes 0.19 of it for itself; the process has 0.96.
      const cold = new Worker(code, { eval: true, resourceLimits: { stackSizeMb: 0.83 } });
      await new Promise((resolve, reject) => cold.once('exit', resolve).once('error', reject));
    });

  it('are too long for patterns that pile up', () => {
    const heavy = form({ a: { type: 'string', allOf: many(100, () => ({ pattern: '.*a.*a.*a.*a.*a$' })) } });
    assert.deepEqual(checkSchema(heavy), []);
    const [error] = compileForm(heavy)({ a: `${'a'.repeat(9_000)}b` });
    assert.equal(error?.code, 'too_long');
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
        pattern: fc.constantFrom('^a+a*$', '(a|b)*b', '^.*.*.*$', '\\d{1,50}', '(?:x?){9}'),
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
    fc.constantFrom({ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }, { $ref: '#' }, { $ref: '#/properties/b' }),
    fc.record({ patternProperties: fc.dictionary(fc.constantFrom('^a', 'b+$', ''), tie('schema')) }),
    fc.record({ prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }), items: tie('schema') }),
    fc.record({ if: tie('schema'), else: tie('schema'), unevaluatedProperties: tie('schema') }),
    fc.constantFrom({ uniqueItems: true }, { enum: [] }, { unevaluatedItems: false }, { minContains: 2 }),
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

it('checks any answers against any accepted schema, and names at most 500 errors', () => {
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
