import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { followed, type SearchText } from './search-field.ts';

const field = (text: string, inAddress: string, sent?: string): SearchText => ({ text, inAddress, sent });

describe('a search field', () => {
  it('follows the address when a link or the back button changes it', () => {
    assert.equal(followed(field('soup', 'soup'), '').text, '');
    assert.equal(followed(field('', ''), 'kitchen').text, 'kitchen');
    assert.equal(followed(field('soup', 'soup', undefined), 'kitchen').text, 'kitchen');
  });

  it('keeps what was typed while its own text was on the way into the address', () => {
    const typedOn = followed(field('soup kit', '', 'soup '), 'soup');
    assert.deepEqual(typedOn, field('soup kit', 'soup'));
    assert.equal(followed(typedOn, '').text, '', 'then back again');
  });

  it('stays as it is while the address does', () => {
    const same = field('soup kitchen', 'soup');
    assert.equal(followed(same, 'soup'), same);
  });
});
