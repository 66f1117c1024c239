import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beginningsOf, patternsOf, spellingsOf } from './spellings.ts';

describe('what is searched for', () => {
  it('is looked for in both spellings of Unicode, where they differ', () => {
    assert.deepEqual(spellingsOf('gate'), ['gate']);
    for (const text of ['Caf\u00e9', 'Cafe\u0301'])
      assert.deepEqual(spellingsOf(text), ['Caf\u00e9', 'Cafe\u0301']);
  });

  it('is no pattern itself', () => {
    assert.deepEqual(patternsOf('50%_\\'), ['%50\\%\\_\\\\%']);
    assert.equal(beginningsOf("a':* | !b\\"), "('a':*) & (':*':*) & ('|':*) & ('!b\\\\':*)");
    assert.deepEqual(patternsOf('\u00e9%'), ['%\u00e9\\%%', '%e\u0301\\%%']);
  });

  it('begins a word of the text, in the first six words', () => {
    assert.equal(beginningsOf(' Donau, Caf\u00e9;'), "('Donau':*) & ('Caf\u00e9':* | 'Cafe\u0301':*)");
    assert.match(beginningsOf('a b c d e f g h'), /\('f':\*\) & \('g'\) & \('h'\)$/);
    assert.equal(beginningsOf(' ,'), '');
    const parts = 's&s+s!s_s\u0308';
    assert.match(beginningsOf(`${parts} a b`), /:\*\) & \('a':\*\) & \('b'\)$/, 'each part of a word counts');
    assert.doesNotMatch(beginningsOf(`${'s&'.repeat(7)} a`), /:\*/);
  });

  it('is words, whatever is between them', () => {
    for (const text of [
      'the cook\u2019s',
      "the cook's",
      '\u201ethe cook\u201c\u2014s',
      'the/cook.s',
      'the\u00a0co\u00adok-s',
    ])
      assert.equal(beginningsOf(text), "('the':*) & ('cook':*) & ('s':*)", text);
  });
});
