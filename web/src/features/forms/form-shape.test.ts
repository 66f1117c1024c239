import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answersOf, isAnswered, kindOf, optionsOf, visibleFields } from './form-shape.ts';

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
