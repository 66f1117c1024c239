import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answersOf, canShow, isAnswered, isOpen, kindOf, optionsOf, visibleFields } from './form-shape.ts';
import { countUnfinished, othersIn, readWritten, withOthers, writtenOf } from './written-answer.ts';

const text = { type: 'string' };
const schema = {
  type: 'object',
  properties: { drives: { type: 'boolean' }, name: text, phone: text, call_at: text },
  required: ['name'],
  dependentRequired: { phone: ['call_at'] },
  if: { properties: { drives: { const: true } }, required: ['drives'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { licence: { $ref: '#/$defs/licence' } }, required: ['licence'] },
  else: { properties: { bicycle: { type: 'boolean' } } },
  $defs: { licence: { type: 'string', minLength: 4 } },
};
const shown = (value: Record<string, unknown>, order?: string[]) =>
  visibleFields(schema, value, schema, order).map(({ name, isRequired }) => name + (isRequired ? '!' : ''));

describe('the fields of a form', () => {
  it('follow the answers so far', () => {
    assert.deepEqual(shown({}), ['drives', 'name!', 'phone', 'call_at', 'bicycle']);
    assert.deepEqual(shown({ drives: true }), ['drives', 'name!', 'phone', 'call_at', 'licence!']);
  });

  it('are required together with the field that needs them', () => {
    assert.ok(shown({ phone: '1' }).includes('call_at!'));
  });

  it('can be called like what every object inherits', () => {
    const odd = {
      type: 'object',
      properties: { constructor: text, other: text },
      dependentRequired: { toString: ['other'] },
      if: { required: ['valueOf'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { more: text } },
    };
    assert.deepEqual(
      visibleFields(odd, {}, odd).map(({ name, isRequired }) => [name, isRequired]),
      [
        ['constructor', false],
        ['other', false],
      ],
    );
    assert.deepEqual(answersOf(odd, {}), {});
    assert.deepEqual(answersOf(odd, { constructor: 'Ada' }), { constructor: 'Ada' });
  });

  it('stand in the order that the form asks for, and those it forgot come after', () => {
    assert.deepEqual(shown({}, ['phone', 'nothing', 'name']), [
      'phone',
      'name!',
      'drives',
      'call_at',
      'bicycle',
    ]);
  });

  it('take what a reference says', () => {
    const licence = visibleFields(schema, { drives: true }, schema).find(({ name }) => name === 'licence');
    assert.deepEqual(licence?.schema, { type: 'string', minLength: 4 });
  });
});

describe('answers that are sent', () => {
  it('leave out hidden and emptied fields', () => {
    const given = { drives: false, licence: 'B 1234', name: '', phone: '1', bicycle: true };
    assert.deepEqual(answersOf(schema, given), { drives: false, phone: '1', bicycle: true });
  });
});

describe('a form whose names are open', () => {
  const kept = { type: 'object', properties: { a: text } };

  it('is one that asks for names without a field', () => {
    for (const part of [
      { type: 'object' },
      { ...kept, patternProperties: { '^x': text } },
      { ...kept, additionalProperties: text },
      { ...kept, oneOf: [{ properties: { b: text } }, { required: ['c'] }] },
      { ...kept, required: ['b'] },
      { ...kept, $ref: '#anchor' },
    ])
      assert.ok(isOpen(part, part), JSON.stringify(part));
    for (const part of [
      schema,
      kept,
      { type: 'object', properties: {} },
      { type: 'object', additionalProperties: false },
      { ...kept, anyOf: [{ required: ['a'] }, { properties: { a: { const: 'x' } } }] },
      { ...kept, if: { anyOf: [{ required: ['b'] }] } },
    ])
      assert.equal(isOpen(part, part), false, JSON.stringify(part));
  });

  it('keeps their answers, beside those of fields', () => {
    const part = {
      ...kept,
      patternProperties: { '^x': text },
      dependentSchemas: { a: { properties: { b: text } } },
    };
    const known = new Set(['a', 'b']);
    assert.deepEqual(answersOf(part, { b: 'hidden', x1: '1' }), { x1: '1' });
    assert.deepEqual(othersIn({ a: '1', x1: '1' }, known), { x1: '1' });
    assert.deepEqual(withOthers({ a: '1', x1: '1' }, known, { x2: '2' }), { x2: '2', a: '1' });
    const unfinished = withOthers({ a: '1', x1: '1' }, known, readWritten('{"x2"'));
    assert.equal(countUnfinished(unfinished), 1);
    assert.equal(writtenOf(othersIn(unfinished, known)), '{"x2"');
    assert.deepEqual(answersOf(part, unfinished), { a: '1' });
  });

  it('reads what is written as text, number or JSON, and writes it the same', () => {
    for (const [written, answer] of [
      ['hello', 'hello'],
      ['12', 12],
      ['"12"', '12'],
      ['', undefined],
      ['[\n  1\n]', [1]],
    ] as const) {
      assert.deepEqual(readWritten(written), answer);
      assert.equal(writtenOf(answer), written);
    }
    assert.equal(countUnfinished({ a: [readWritten('{')] }), 1);
  });
});

describe('a form that refers to itself', () => {
  it('has the fields of one level, whatever it refers to', () => {
    const tree = { properties: { name: text, child: { $ref: '#' } } };
    assert.deepEqual(
      visibleFields(tree, {}, tree).map(({ name, schema: field }) => [name, kindOf(field, tree)]),
      [
        ['name', 'text'],
        ['child', 'object'],
      ],
    );
    assert.deepEqual(answersOf(tree, { child: { child: { name: 'x' } } }), {
      child: { child: { name: 'x' } },
    });
    const lists = { type: 'array', items: { $ref: '#/$defs/lists' } };
    assert.equal(kindOf(lists, { $defs: { lists } }), 'objects');
    const round = { properties: { a: { allOf: [{ $ref: '#/properties/a' }] } } };
    assert.equal(visibleFields(round, {}, round).length, 1);
    const endless = { properties: { a: text }, allOf: [{ $ref: '#' }], if: { not: { $ref: '#/if' } } };
    assert.deepEqual(
      visibleFields(endless, {}, endless).map(({ name }) => name),
      ['a'],
    );
  });
});

describe('the kind of a field', () => {
  it('comes from its type and its choices', () => {
    const kind = (part: Record<string, unknown>) => kindOf(part, {});
    assert.equal(kind({ enum: ['a'] }), 'choice');
    assert.equal(kind({ type: ['integer', 'null'] }), 'number');
    assert.equal(kind({ type: 'array', items: { enum: ['a'] } }), 'choices');
    assert.equal(kind({ type: 'array', items: text }), 'texts');
    assert.equal(kind({ type: 'array', items: { type: 'object' } }), 'objects');
    assert.equal(kind({ const: true }), 'boolean');
    assert.equal(kind({}), 'text');
    assert.equal(kind({ const: 'x' }), 'choice');
    assert.equal(kind({ anyOf: [{ type: 'integer' }, { type: 'number' }] }), 'number');
    assert.equal(kind({ allOf: [{ type: 'object' }, { minProperties: 1 }] }), 'object');
  });

  it('is JSON where no other input can show it', () => {
    const root = { $defs: { a: { type: 'object' } } };
    for (const part of [
      { type: 'array', prefixItems: [text] },
      { oneOf: [text, { type: 'object' }] },
      { anyOf: [{ type: 'integer' }, { $ref: '#/$defs/a' }] },
      { $ref: '#anchor' },
      { $ref: 'https://example.org/elsewhere' },
      { patternProperties: { a: text } },
    ])
      assert.equal(kindOf(part, root), 'json', JSON.stringify(part));
  });

  it('does not hide an answer that was given elsewhere', () => {
    for (const answer of [1, { a: 1 }, ['a']]) assert.equal(canShow('text', answer), false);
    for (const answer of ['a', null, undefined]) assert.equal(canShow('text', answer), true);
    assert.equal(canShow('texts', ['a', 1]), false);
    assert.equal(canShow('object', 'a'), false);
  });

  it('has the words of its choices from their titles', () => {
    assert.deepEqual(optionsOf({ oneOf: [{ const: 'y', title: 'Yes' }, { const: 'n' }] }), [
      { value: 'y', label: 'Yes' },
      { value: 'n', label: 'n' },
    ]);
  });

  it('is not answered while every field is empty', () => {
    for (const answers of [{}, { a: '' }, { a: [], b: { c: '' } }, { a: null }])
      assert.equal(isAnswered(answers), false, JSON.stringify(answers));
    for (const answers of [{ a: false }, { a: 0 }, { a: ['x'] }, { b: { c: 'y' } }])
      assert.ok(isAnswered(answers), JSON.stringify(answers));
  });
});
