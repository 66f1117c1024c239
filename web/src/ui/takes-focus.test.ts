import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { takesFocus } from './takes-focus.ts';

describe('the heading of a page', () => {
  it('takes the focus after navigation, and not on the first page', () => {
    assert.equal(takesFocus('/me', '', false), false);
    assert.equal(takesFocus('/me/hours', '/me', false), true);
  });

  it('does not take it again when the page replaces its skeleton, unless it went with that', () => {
    assert.equal(takesFocus('/desk/1', '/desk/1', false), false);
    assert.equal(takesFocus('/desk/1', '/desk/1', true), true);
  });
});
