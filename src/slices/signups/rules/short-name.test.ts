import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shortName } from './short-name.ts';

describe('shortName', () => {
  it('keeps the first name and the initial of the last one', () => {
    assert.equal(shortName('Ada Lovelace'), 'Ada L.');
    assert.equal(shortName('  Ana  María de la Öz '), 'Ana Ö.');
    assert.equal(shortName('Jo van dijk'), 'Jo D.');
  });

  it('keeps a single name, and cuts off an address', () => {
    assert.equal(shortName('Cher'), 'Cher');
    assert.equal(shortName('Former member'), 'Former member');
    assert.equal(shortName('ada@example.org'), 'ada');
    assert.equal(shortName('Ada Lovelace ada@example.org'), 'Ada A.');
  });
});
