import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAddresses } from './addresses.ts';

const read = (text: string) => readAddresses(text).map(({ email, name }) => [email, name]);

describe('pasted addresses', () => {
  it('are found in lines, lists, rows of a spreadsheet and address books', () => {
    assert.deepEqual(read('a@x.org\r\nB@X.org, c@x.org;d@x.org\te@x.org f@x.org'), [
      ['a@x.org', null],
      ['b@x.org', null],
      ['c@x.org', null],
      ['d@x.org', null],
      ['e@x.org', null],
      ['f@x.org', null],
    ]);
    assert.deepEqual(read('Ada Lovelace <ada@x.org>, "Ben, the second" <ben@x.org>'), [
      ['ada@x.org', 'Ada Lovelace'],
      ['ben@x.org', 'Ben, the second'],
    ]);
    assert.deepEqual(read('Ada\tLovelace\tada@x.org\nben@x.org,Ben\nCleo cleo@x.org\n<mailto:dora@x.org>'), [
      ['ada@x.org', 'Ada Lovelace'],
      ['ben@x.org', 'Ben'],
      ['cleo@x.org', 'Cleo'],
      ['dora@x.org', null],
    ]);
  });

  it('are read once, and what is not an address is said', () => {
    assert.deepEqual(read('a@x.org\nA@x.org\n\n  \nnot an address\na@b\nEmail'), [
      ['a@x.org', null],
      [null, null],
      [null, null],
      [null, null],
    ]);
  });

  it('are those that mail servers take', () => {
    const long = [`${'a'.repeat(65)}@x.org`, `a@${'x'.repeat(64)}.org`, '.a@x.org', 'a..b@x.org'];
    assert.deepEqual(
      read(long.join('\n')),
      long.map(() => [null, null]),
    );
    assert.deepEqual(read(`${'a'.repeat(64)}@x.org`), [[`${'a'.repeat(64)}@x.org`, null]]);
  });

  it('have the name in front of their brackets, not what is behind', () => {
    assert.deepEqual(read('Lovelace, Ada <ada@x.org>; not an address\nBen;Okafor;ben@x.org'), [
      ['ada@x.org', 'Lovelace Ada'],
      [null, null],
      ['ben@x.org', 'Ben Okafor'],
    ]);
  });

  it('keep the commas of names between semicolons', () => {
    assert.deepEqual(read('Lovelace, Ada <ada@x.org>; Okafor, Ben <ben@x.org>; ; c@x.org, d@x.org;'), [
      ['ada@x.org', 'Lovelace Ada'],
      ['ben@x.org', 'Okafor Ben'],
      ['c@x.org', null],
      ['d@x.org', null],
    ]);
  });

  it('are named with their line, and found in brackets and sentences', () => {
    const found = readAddresses('a@x.org\n\nb@x, c@x.org.\r\n(d@x.org)');
    assert.deepEqual(
      found.map(({ line, email, text }) => [line, email ?? text]),
      [
        [1, 'a@x.org'],
        [3, 'b@x'],
        [3, 'c@x.org'],
        [4, 'd@x.org'],
      ],
    );
  });

  it('are read in time that grows with the text alone', () => {
    for (const odd of ['<', '"', ',', '@', 'a@', '.a', '\u0000', 'a <'])
      assert.ok(readAddresses(odd.repeat(20_000)).length <= 20_000);
  });
});
