import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isEmailAddress, looksLikeEmailAddress } from './email-address.ts';

const label = (length: number) => 'x'.repeat(length);

describe('an email address', () => {
  it('is what mail servers take', () => {
    const proper = [
      'a@b.co',
      'Ada.Lovelace+shifts@mail.example.org',
      "o'hara_{x}|~@example.org",
      'ada@xn--exmple-cua.org',
      `${label(64)}@example.org`,
      `ada@${label(63)}.org`,
      `${label(64)}@${label(63)}.${label(63)}.${label(57)}.org`,
    ];
    for (const text of proper) assert.ok(isEmailAddress(text), text);
  });

  it('is refused where a mail server would refuse it', () => {
    const refused = [
      '',
      'ada',
      '@example.org',
      'ada@',
      'ada@localhost',
      'ada@@example.org',
      'ada@b@example.org',
      ' ada@example.org',
      'ada@example.org\n',
      '.ada@example.org',
      'ada.@example.org',
      'a..da@example.org',
      'ada@.example.org',
      'ada@example.org.',
      'ada@example..org',
      'ada@-example.org',
      'ada@example-.org',
      'ada@exa_mple.org',
      'ada@ex\u00e4mple.org',
      '\u212aada@example.org',
      `${label(65)}@example.org`,
      `ada@${label(64)}.org`,
      `${label(64)}@${label(63)}.${label(63)}.${label(58)}.org`,
    ];
    for (const text of refused) assert.ok(!isEmailAddress(text), text);
  });

  it('is looked at in time that grows with the text alone', () => {
    for (const odd of ['a', 'a.', 'a@', 'a-', '.', '@'])
      assert.ok(!isEmailAddress(`a@${odd.repeat(500_000)}`) && !looksLikeEmailAddress(odd.repeat(500_000)));
  });
});
