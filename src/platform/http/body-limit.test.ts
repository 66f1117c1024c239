import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { bodyLimitFor } from './body-limit.ts';

const kibibyte = 1_024;
const limitOf = (fields: Record<string, TSchema>) =>
  bodyLimitFor({ access: 'anyone', body: Type.Object(fields) }) / kibibyte;
const Text = (maxLength: number) => Type.String({ maxLength });

describe('the limit of a body', () => {
  it('is a megabyte for callers who are known, unless the route says otherwise', () => {
    const body = Type.Object({ email: Text(254) });
    assert.equal(bodyLimitFor({ access: 'authenticated', body }), 1_024 * kibibyte);
    assert.equal(bodyLimitFor({ access: 'authenticated' }), 1_024 * kibibyte);
    assert.equal(bodyLimitFor({ access: 'authenticated', body, bodyLimitBytes: 7 }), 7);
  });

  it('is small for strangers where a route needs little', () => {
    assert.equal(bodyLimitFor({ access: 'open' }), 64 * kibibyte);
    assert.equal(limitOf({ email: Text(254), password: Text(128) }), 64);
    assert.equal(limitOf({ ids: Type.Array(Type.Integer(), { maxItems: 500 }) }), 64);
    assert.equal(limitOf({ note: Type.Union([Text(1_000), Type.Null()]), kind: Type.Literal('a') }), 64);
  });

  it('leaves room for every character written as an escape, and as much again', () => {
    assert.equal(limitOf({ description: Text(10_000) }), 128);
    assert.equal(limitOf({ texts: Type.Array(Text(1_000), { maxItems: 20 }) }), 256);
  });

  it('is a megabyte where the schema sets no bound, and never more', () => {
    for (const open of [
      Type.String(),
      Type.Unknown(),
      Type.Array(Type.Integer()),
      Type.Record(Type.String(), Type.Integer()),
      Type.Object({}, { additionalProperties: true }),
      Text(10_000_000),
    ])
      assert.equal(limitOf({ open }), 1_024);
  });
});
