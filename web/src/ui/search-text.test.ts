import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isEmpty, texts, understood } from './search-text.ts';

it('a page gets only what it understands of its address', () => {
  // As the router puts it together.
  const inAddress = { token: 'abc', day: 'garbage' };
  const given = { ...inAddress, ...understood(texts('token'))(inAddress) };
  assert.deepEqual(given, { token: 'abc', day: undefined });
  assert.deepEqual([isEmpty(given), isEmpty({ day: undefined }), isEmpty({})], [false, true, true]);
});
