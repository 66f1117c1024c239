import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

type Texts = { readonly [key: string]: string | Texts };
const folder = new URL('./', import.meta.url);

async function textsOf(language: string, area: string): Promise<Texts> {
  const module = (await import(new URL(`${language}/${area}.ts`, folder).href)) as { default: Texts };
  return module.default;
}

/** Each text by its whole key: `nav.board`. */
function flat(texts: Texts, before = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[before + key, value]] : flat(value, `${before}${key}.`),
  );
}

/** `{count, plural, …}` and `{name}`, without what stands inside of them. */
function argumentsOf(text: string): string[] {
  let depth = 0;
  const names: string[] = [];
  for (const [index, char] of [...text].entries()) {
    if (char === '{' && depth++ === 0)
      names.push(/^\w+/.exec([...text].slice(index + 1).join(''))?.[0] ?? '');
    if (char === '}') depth--;
  }
  return names.sort();
}

const areas = (await readdir(new URL('en/', folder)))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((area) => area !== 'first');

describe('the texts of the app', () => {
  for (const area of areas) {
    it(`say the same in German and in English: ${area}`, async () => {
      const [english, german] = [flat(await textsOf('en', area)), flat(await textsOf('de', area))];
      assert.deepEqual(
        german.map(([key]) => key),
        english.map(([key]) => key),
      );
      for (const [index, [key, text]] of english.entries()) {
        assert.deepEqual(argumentsOf(german[index]?.[1] ?? ''), argumentsOf(text), `${area}.${key}`);
        assert.notEqual(german[index]?.[1].trim(), '', `${area}.${key}`);
      }
    });
  }
});

describe('the screens', () => {
  it('hold no text of their own', async () => {
    const sources = new URL('../', folder);
    const files = (await readdir(sources, { recursive: true })).filter((file) => file.endsWith('.tsx'));
    const found: string[] = [];
    for (const file of files) {
      const source = await readFile(new URL(file, sources), 'utf8');
      for (const text of literalTexts(source)) found.push(`${file}: ${text}`);
    }
    assert.deepEqual(found, []);
  });

  it('would be caught with one', () => {
    assert.deepEqual(literalTexts('<p>Hello there</p>'), ['Hello there']);
    assert.deepEqual(literalTexts('<Button aria-label="Close">{t("x")}</Button>'), ['Close']);
    assert.deepEqual(literalTexts("<A title='No' lead={t('y')} />"), ['No']);
    assert.deepEqual(literalTexts('const f = (a: Map<string, number>) => a.size > 0;'), []);
  });
});

/** Words between tags, and in the attributes that are read out or shown. Read without a parser, so by shape. */
function literalTexts(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, '');
  const between = Array.from(
    code.matchAll(/(?<![=-])>\s*([^<>{}()=;]*?\p{L}{2,}[^<>{}()=;]*?)\s*<(?=[/\w])/gu),
    (match) => (match[1] ?? '').trim(),
  );
  const shown =
    /\b(?:label|title|placeholder|alt|description|text|lead|aria-label|error|confirmLabel)=(["'])([^"']*\p{L}[^"']*)\1/gu;
  return [...between, ...Array.from(code.matchAll(shown), (match) => match[2] ?? '')];
}
