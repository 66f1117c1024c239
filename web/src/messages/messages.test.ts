import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';

type Texts = { readonly [key: string]: string | Texts };
const sources = new URL('../', import.meta.url);
const files = (await readdir(sources, { recursive: true })).map((file) => file.replaceAll('\\', '/'));

async function textsOf(file: string): Promise<Texts> {
  return ((await import(new URL(file, sources).href)) as { default: Texts }).default;
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

describe('the texts of the app', () => {
  for (const file of files.filter((one) =>
    /messages\/(?:common|errors)\.en\.ts$|messages(?:\.manage)?\.en\.ts$/.test(one),
  )) {
    it(`say the same in German and in English: ${file}`, async () => {
      const [english, german] = [
        flat(await textsOf(file)),
        flat(await textsOf(file.replace('.en.', '.de.'))),
      ];
      assert.deepEqual(
        german.map(([key]) => key),
        english.map(([key]) => key),
      );
      for (const [index, [key, text]] of english.entries()) {
        assert.deepEqual(argumentsOf(german[index]?.[1] ?? ''), argumentsOf(text), key);
        assert.notEqual(german[index]?.[1].trim(), '', key);
      }
    });
  }

  it('are loaded with the pages that say them', async () => {
    for (const routes of files.filter((file) => file.endsWith('/routes.tsx'))) {
      const source = await readFile(new URL(routes, sources), 'utf8');
      const pages = source.matchAll(/page\(\s*\(\) => import\('([^']+)'\),\s*'\w+'((?:,\s*'\w+')*),?\s*\)/g);
      for (const [, page = '', areas = ''] of pages) {
        const said = [...(await areasOf(path.posix.join(path.posix.dirname(routes), page)))].sort();
        assert.deepEqual(
          Array.from(areas.matchAll(/\w+/g), ([area]) => area).sort(),
          said,
          `${routes}: ${page}`,
        );
      }
    }
  });
});

/** The areas of texts that a page and everything it imports take words from; those of the first screen are always there. */
async function areasOf(page: string): Promise<Set<string>> {
  const seen = new Set<string>();
  const areas = new Set<string>();
  /** Through a door only to what is asked of it. */
  const visit = async (file: string, names: string): Promise<void> => {
    const isDoor = file.endsWith('/index.ts');
    if (seen.has(file + (isDoor ? names : '')) || !files.includes(file)) return;
    seen.add(file + (isDoor ? names : ''));
    const whole = (await readFile(new URL(file, sources), 'utf8')).replace(/import type [^;]+;/g, '');
    const asked = new RegExp(`\\b(?:${names.match(/\w+/g)?.join('|')})\\b`);
    const source = isDoor
      ? whole.replace(/export \{([^}]*)\}[^;]*;/g, (line, given) => (asked.test(given) ? line : ''))
      : whole;
    for (const [, area = ''] of source.matchAll(/useTranslations\(['`](\w+)/g)) areas.add(area);
    for (const [, asks = '', to = ''] of source.matchAll(
      /(?:\{([^{}]*)\} from |import\(|from )'(\.[^']+\.tsx?)'/g,
    ))
      await visit(path.posix.join(path.posix.dirname(file), to), asks);
  };
  await visit(page, '');
  areas.delete('common');
  areas.delete('errors');
  return areas;
}

describe('the screens', () => {
  it('hold no text of their own', async () => {
    const found: string[] = [];
    for (const file of files.filter((one) => one.endsWith('.tsx'))) {
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
    code.matchAll(/(?<![=-])>(?!\s*(?:extends |,))\s*([^<>{}()=;]*?\p{L}{2,}[^<>{}()=;]*?)\s*<(?=[/\w])/gu),
    (match) => (match[1] ?? '').trim(),
  );
  const shown =
    /\b(?:label|title|placeholder|alt|description|text|lead|aria-label|error|confirmLabel)=(["'])([^"']*\p{L}[^"']*)\1/gu;
  return [...between, ...Array.from(code.matchAll(shown), (match) => match[2] ?? '')];
}
