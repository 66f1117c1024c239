import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import compile from 'icu-minify/compile';
import { pseudoText, pseudoTexts } from './pseudo.ts';

type Texts = { readonly [key: string]: string | Texts };
const textsIn = (texts: Texts): string[] =>
  Object.values(texts).flatMap((one) => (typeof one === 'string' ? [one] : textsIn(one)));

const english: string[] = [];
for await (const file of glob('web/src/{features/*/messages*,messages/{common,errors}}.en.ts')) {
  const { default: texts } = (await import(pathToFileURL(file).href)) as { default: Texts };
  english.push(...textsIn(texts));
}

/** Without the words: what the app fills in, and the cases. */
const shapeOf = (message: unknown): unknown => {
  if (typeof message === 'string') return '';
  if (Array.isArray(message)) return message.map(shapeOf).filter((part) => part !== '');
  if (typeof message !== 'object' || message === null) return message;
  return Object.fromEntries(Object.entries(message).map(([key, option]) => [key, shapeOf(option)]));
};

describe('the pseudo-locale', () => {
  it('accents words and leaves alone what the app fills in', () => {
    assert.equal(pseudoText(compile('Shift')), '⟦Šĥîîƒţ⟧');
    assert.deepEqual(pseudoText(compile('Ask {name} <b>now</b>')), [
      '⟦',
      'Åšķ ',
      ['name'],
      ' ',
      ['b', 'ñööŵ'],
      '⟧',
    ]);
    assert.deepEqual(pseudoText(compile('{n, plural, one {# spot} other {spots}} {n, number}')), [
      '⟦',
      ['n', 2, { one: [0, ' šþööţ'], other: 'šþööţš' }],
      ' ',
      ['n', 4],
      '⟧',
    ]);
    assert.deepEqual(pseudoTexts({ nav: { board: 'Up' } }), { nav: { board: '⟦Ûþ⟧' } });
  });

  it('keeps every text of the app a message with the same parameters', () => {
    for (const text of english) {
      const message = compile(text);
      assert.deepEqual(shapeOf(pseudoText(message)), shapeOf(message), text);
    }
  });

  it('is about a third longer than English', () => {
    const length = (messages: readonly unknown[]) =>
      messages.map((one) => JSON.stringify(one)).join('').length;
    const messages = english.map((text) => compile(text));
    const ratio = length(messages.map(pseudoText)) / length(messages);
    assert.ok(ratio > 1.25 && ratio < 1.45, `${ratio}`);
  });
});
