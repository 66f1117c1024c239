import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { knownFields } from './known-fields.ts';
import { Nullable } from './schema.ts';

const Contact = Type.Object({ name: Type.String() });

describe('fields that a schema does not name', () => {
  it('are dropped, also inside objects, lists and what may be null', () => {
    const schema = Type.Object({ a: Type.Integer(), contact: Nullable(Contact), list: Type.Array(Contact) });
    const sent = { a: 1, role: 'owner', contact: { name: 'x', id: 7 }, list: [{ name: 'y', id: 8 }] };
    assert.deepEqual(knownFields(schema, sent), { a: 1, contact: { name: 'x' }, list: [{ name: 'y' }] });
    assert.deepEqual(knownFields(schema, { contact: null }), { contact: null });
  });

  it('stay where the schema says that any may come', () => {
    const sent = { anything: { goes: [1, { a: 2 }] } };
    assert.deepEqual(knownFields(Type.Object({}, { additionalProperties: true }), sent), sent);
    assert.deepEqual(knownFields(Type.Record(Type.String(), Type.Unknown()), sent), sent);
    assert.deepEqual(knownFields(Type.Unsafe({ type: 'object' }), sent), sent);
  });

  it('are not mistaken for known ones because every object has them', () => {
    assert.deepEqual(knownFields(Contact, { name: 'x', constructor: 1, toString: 2 }), { name: 'x' });
  });
});
