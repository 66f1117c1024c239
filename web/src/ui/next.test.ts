import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { safeNext, startFor } from './next.ts';

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

  it('is the page of one’s own work for people who came for nothing in particular', () => {
    assert.equal(startFor(undefined), '/');
    assert.equal(startFor('volunteer'), '/');
    assert.equal(startFor('check_in'), '/desk');
    for (const role of ['coordinator', 'admin', 'owner'] as const) assert.equal(startFor(role), '/manage');
  });
});
