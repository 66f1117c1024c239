import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { Nullable, TimeZone, Title } from './schema.ts';
import { compileValidator, toFieldErrors } from './validation.ts';

const Contact = Type.Object({ name: Title, zone: Type.Optional(TimeZone) });

function knownFields(schema: TSchema, sent: unknown): unknown {
  const validate = compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' });
  return (validate(sent) as { value?: unknown }).value;
}

describe('fields that a schema does not name', () => {
  it('are dropped, also inside objects, lists and what may be null', () => {
    const contact = Type.Optional(Nullable(Contact));
    const schema = Type.Object({ a: Type.Integer(), contact, list: Type.Array(Contact) });
    const sent = {
      a: 1,
      role: 'owner',
      contact: { name: 'x', zone: 'Europe/Berlin', id: 7 },
      list: [{ name: 'y', id: 8 }],
    };
    const known = { a: 1, contact: { name: 'x', zone: 'Europe/Berlin' }, list: [{ name: 'y' }] };
    assert.deepEqual(knownFields(schema, sent), known);
    const without = { a: 1, contact: null, list: [] };
    assert.deepEqual(knownFields(schema, { ...without, b: 2 }), without);
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

describe('a value of the wrong type', () => {
  it('is answered with what to send, not with null', () => {
    const contact = Nullable(Contact);
    const schema = Type.Object({ title: Nullable(Title), contact, nested: contact });
    const validate = compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' });
    const { error } = validate({ title: {}, contact: 3, nested: {} }) as {
      error: Parameters<typeof toFieldErrors>[0];
    };
    assert.deepEqual(
      toFieldErrors(error, 'body').map(({ path, params }) => [path, params]),
      [
        ['title', { types: ['string'] }],
        ['contact', { types: ['object'] }],
        ['nested.name', {}],
      ],
    );
  });
});

describe('a list with too many items', () => {
  const list = Type.Array(Type.Integer(), { maxItems: 3 });
  const errorsOf = (schema: TSchema, sent: unknown) =>
    (
      compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' })(sent) as {
        error: Parameters<typeof toFieldErrors>[0];
      }
    ).error;

  it('is refused for that alone, however wrong its items are', () => {
    const sent = { list: Array(9_000).fill('x'), inner: { list: Array(9_000).fill({}) }, title: 1 };
    const schema = Type.Object({ list, inner: Type.Object({ list: Nullable(list) }), title: Title });
    const errors = errorsOf(schema, sent);
    assert.ok(errors.length < 10, `${errors.length} errors`);
    assert.deepEqual(
      toFieldErrors(errors, 'body').map(({ path, code }) => `${path} ${code}`),
      ['list max_items', 'inner.list max_items', 'title type'],
    );
  });

  it('is one with every item at fault if it is as long as it may be', () => {
    assert.deepEqual(
      toFieldErrors(errorsOf(list, ['x', 1, {}]), 'body').map(({ path }) => path),
      ['0', '2'],
    );
  });
});
