import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findRuledOutWords, findStiltedWords } from './words.ts';

describe('words that the glossary rules out', () => {
  it('are named with what to write instead', () => {
    assert.deepEqual(findRuledOutWords('Somebody took the last seat.', 'en'), [
      '"Somebody": write someone',
      '"seat": write spot',
    ]);
    assert.deepEqual(findRuledOutWords('Zwei Menschen warten.', 'de'), [
      '"Menschen": write Person, Personen',
    ]);
    assert.deepEqual(findRuledOutWords('Das haben Sie schon.', 'de'), ['"Sie": write du']);
  });

  it('are whole words, and belong to one language', () => {
    assert.deepEqual(findRuledOutWords('Sie sind eingetragen. Bewegung hilft.', 'de'), []);
    assert.deepEqual(findRuledOutWords('There is no shift on Monday. Slacks are fine.', 'en'), []);
    assert.deepEqual(findRuledOutWords('[Šömébödÿ]', 'pseudo'), []);
  });

  it('are fewer in comments, which may name a table', () => {
    assert.deepEqual(findStiltedWords('one row in shift_seats for each seat'), []);
    assert.deepEqual(findStiltedWords('whoever holds the lock'), [
      '"whoever": write anyone who, people who, the person who',
    ]);
  });
});
