import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { findTextErrors, type Catalogue as Texts } from '../../../scripts/catalogues.ts';
import { pageAreas } from '../../page-areas.ts';

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

async function textsOf(file: string): Promise<Texts> {
  const { default: texts } = (await import(new URL(file, sources).href)) as { default?: Texts };
  return texts ?? {};
}

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
      assert.deepEqual(findTextErrors(language, english, texts), []);
    });

  it('are loaded with the pages that say them', async () => {
    const pages = await pageAreas();
    assert.ok(pages.size > 40);
    for (const [page, areas] of pages)
      assert.deepEqual([...areas].sort(), [...(await areasOf(page))].sort(), page);
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
  it('contain no text', async () => {
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
