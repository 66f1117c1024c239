import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeError } from './failed.ts';

describe('the error that an admin reads', () => {
  it('is its first line, and not longer than 500 characters', () => {
    assert.equal(
      describeError(new Error('time zone "X" not recognized\n    at file.ts:1')),
      'time zone "X" not recognized',
    );
    assert.equal(describeError(new Error('ab '.repeat(1_000))).length, 500);
    assert.equal(describeError(new TypeError('')), 'TypeError');
    assert.equal(describeError('bad \0 byte'), 'bad  byte');
  });

  it('shows no credentials, tokens or email addresses', () => {
    const hidden = [
      'connect postgres://muster:hunter22@db.example.org failed',
      'refused smtp://user:pa55@mail.example.org',
      'GET https://example.org/reset?token=abc123secret answered 500',
      'Authorization: Bearer abc123secret',
      `key mk_${'a1'.repeat(20)} is unknown`,
      'no mailbox ada.lovelace@example.org here',
    ].map(describeError);
    for (const text of hidden)
      assert.doesNotMatch(text, /hunter22|muster:|pa55|abc123secret|a1a1|lovelace/, text);
  });
});
