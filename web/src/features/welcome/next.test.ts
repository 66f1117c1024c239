import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { safeNext } from './next.ts';

describe('the place to go after logging in', () => {
  it('is a place of this app', () => {
    assert.equal(safeNext('/shifts/7?code=abc'), '/shifts/7?code=abc');
    for (const foreign of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:1',
      '',
      undefined,
    ])
      assert.equal(safeNext(foreign), '/');
  });
});
