import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { findRuledOutWords } from '../../../scripts/words.ts';

type Texts = { readonly [key: string]: string | Texts };
const sources = new URL('../', import.meta.url);
const files = (await readdir(sources, { recursive: true })).map((file) => file.replaceAll('\\', '/'));
const manifests = await readdir(new URL('../public/', sources));

/** `features/badges/messages.manage.de.ts`: what the file is about, and in which language. */
const catalogue = /^(features\/\w+\/messages(?:\.manage)?|messages\/\w+)\.([a-z]{2,3}(?:-\w+)*)\.ts$/;

interface Catalogue {
  readonly file: string;
  readonly name: string;
  readonly language: string;
}

function cataloguesIn(names: readonly string[]): Catalogue[] {
  return names.flatMap((file) => {
    const [, name, language] = catalogue.exec(file) ?? [];
    return name === undefined || language === undefined ? [] : [{ file, name, language }];
  });
}

/** The files that English has and another language has not. */
function missingFiles(names: readonly string[], inPublic: readonly string[]): string[] {
  const all = cataloguesIn(names);
  const english = all.filter(({ language }) => language === 'en');
  const languages = new Set(all.map(({ language }) => language).filter((language) => language !== 'en'));
  return [...languages].flatMap((language) => [
    ...english.map(({ name }) => `${name}.${language}.ts`).filter((file) => !names.includes(file)),
    ...[`manifest.${language}.webmanifest`].filter((file) => !inPublic.includes(file)),
  ]);
}

async function textsOf(file: string): Promise<Map<string, string>> {
  const { default: texts } = (await import(new URL(file, sources).href)) as { default?: Texts };
  return new Map(flat(texts ?? {}));
}

/** Each text by its whole key: `nav.board`. */
function flat(texts: Texts, before = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[before + key, value]] : flat(value, `${before}${key}.`),
  );
}

/** What a text asks the app for, each once and with its kind: `{name}`, `{count}` and `<link>`. */
function parametersOf(elements: readonly MessageFormatElement[]): string[] {
  const found = elements.flatMap((element): string[] => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.tag) return [`<${element.value}>`, ...parametersOf(element.children)];
    const inside = 'options' in element ? Object.values(element.options) : [];
    return [`{${element.value}}`, ...inside.flatMap(({ value }) => parametersOf(value))];
  });
  return [...new Set(found)].sort();
}

/** Forms that a plural forgets: one that has `one` and `other` needs `few` and `many` as well in Polish. */
function missingPlurals(elements: readonly MessageFormatElement[], language: string): string[] {
  return elements.flatMap((element): string[] => {
    if (element.type === TYPE.tag) return missingPlurals(element.children, language);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    const isOneForAll = Object.keys(element.options).every((key) => key === 'other' || key.startsWith('='));
    const needed = isOneForAll || element.type === TYPE.select ? [] : formsOf(language, element.pluralType);
    return [
      ...needed.filter((one) => !(one in element.options)).map((one) => `{${element.value}}: ${one}`),
      ...Object.values(element.options).flatMap(({ value }) => missingPlurals(value, language)),
    ];
  });
}

/** The forms that counts of people and hours need; French has one more for millions. */
function formsOf(language: string, type: Intl.PluralRulesOptions['type'] = 'cardinal'): string[] {
  const rules = new Intl.PluralRules(language, { type });
  return [...new Set(Array.from({ length: 1001 }, (_, count) => rules.select(count)))];
}

/** What people read of a text: its words in every form, without names of parameters. */
function wordsOf(elements: readonly MessageFormatElement[]): string {
  const forms = (options: readonly { value: MessageFormatElement[] }[]) =>
    options.map(({ value }) => wordsOf(value)).join(' ');
  return elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value;
      if (element.type === TYPE.tag) return wordsOf(element.children);
      return 'options' in element ? forms(Object.values(element.options)) : '…';
    })
    .join('');
}

/** Quotes and apostrophes that a typewriter makes, and those of another language. */
const wrongQuotes: Readonly<Record<string, RegExp>> = {
  en: /["'„‚]|“[^”]*$|^[^“]*”/,
  de: /["'”]|„[^“]*$|“[^“„]*“/,
};

describe('the texts of the app', () => {
  it('are whole in every language', () => {
    assert.deepEqual(missingFiles(files, manifests), []);
  });

  it('would name the files of a language that is not finished', () => {
    const made = cataloguesIn(files).map(({ name }) => `${name}.xx.ts`);
    const some = made.filter((file) => !file.includes('/badges/'));
    const missing = missingFiles([...files, ...some], manifests);
    assert.deepEqual(
      missing.filter((file) => file.includes('.xx.')),
      ['features/badges/messages.xx.ts', 'features/badges/messages.manage.xx.ts', 'manifest.xx.webmanifest'],
    );
  });

  for (const { file, name, language } of cataloguesIn(files))
    it(`are right: ${file}`, async () => {
      const [english, texts] = [await textsOf(`${name}.en.ts`), await textsOf(file)];
      assert.deepEqual([...texts.keys()], [...english.keys()]);
      const problems: string[] = [];
      for (const [key, text] of texts) {
        const elements = parse(text);
        const words = wordsOf(elements);
        assert.deepEqual(parametersOf(elements), parametersOf(parse(english.get(key) ?? '')), key);
        const quote = wrongQuotes[language]?.exec(words)?.[0];
        problems.push(
          ...(text.trim() === '' ? [`${key}: empty`] : []),
          ...missingPlurals(elements, language).map((plural) => `${key}: no text for ${plural}`),
          ...(quote === undefined ? [] : [`${key}: ${quote} in ${words}`]),
          // Open Badges is the name of a standard, in every language.
          ...findRuledOutWords(words.replaceAll(/Open Badges?/g, ''), language).map(
            (word) => `${key}: ${word} (${words})`,
          ),
        );
      }
      assert.deepEqual(problems, []);
    });

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
