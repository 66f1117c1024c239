import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isStructurallySame, parse } from '@formatjs/icu-messageformat-parser';
import { pseudoText, pseudoTexts } from './pseudo.ts';

type Texts = { readonly [key: string]: string | Texts };
const textsIn = (texts: Texts): string[] =>
  Object.values(texts).flatMap((one) => (typeof one === 'string' ? [one] : textsIn(one)));

const english: string[] = [];
for await (const file of glob('web/src/{features/*/messages*,messages/{common,errors}}.en.ts')) {
  const { default: texts } = (await import(pathToFileURL(file).href)) as { default: Texts };
  english.push(...textsIn(texts));
}

describe('the pseudo-locale', () => {
  it('accents words and leaves alone what the app fills in', () => {
    assert.equal(pseudoText('Shift'), '⟦Šĥîîƒţ⟧');
    assert.equal(pseudoText('Ask {name} <b>now</b>'), '⟦Åšķ {name} <b>ñööŵ</b>⟧');
    assert.equal(
      pseudoText('{n, plural, one {# spot} other {# spots}}'),
      '⟦{n,plural,one{# šþööţ} other{# šþööţš}}⟧',
    );
    assert.deepEqual(pseudoTexts({ nav: { board: 'Up' } }), { nav: { board: '⟦Ûþ⟧' } });
  });

  it('keeps every text of the app a message with the same parameters', () => {
    for (const text of english) {
      const same = isStructurallySame(parse(text), parse(pseudoText(text)));
      assert.ok(same.success, `${text}: ${same.error?.message}`);
    }
  });

  it('is about a third longer than English', () => {
    const length = (texts: readonly string[]) => texts.join('').length;
    const ratio = length(english.map(pseudoText)) / length(english);
    assert.ok(ratio > 1.3 && ratio < 1.45, `${ratio}`);
  });
});
