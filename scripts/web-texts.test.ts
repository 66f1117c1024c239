import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';

type Texts = { readonly [key: string]: string | Texts };

const isCatalogue = (file: string) =>
  /[\\/](?:messages(?:\.manage)?|messages[\\/]\w+)\.[a-z]{2,3}(?:-\w+)*\.ts$/.test(file);
/** Looked up by what the API answers, so that no source names them. */
const byCode = /^(?:action|field|fields\.fault|name|reasons|remedy)\./;

async function sources(pattern: string): Promise<string[]> {
  const files = await Array.fromAsync(glob(pattern));
  return files.filter((file) => !/\.(?:test|generated)\.tsx?$/.test(file)).sort();
}

async function read(files: readonly string[]): Promise<string> {
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

function keysOf(texts: Texts, before: readonly string[] = []): string[][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[...before, key]] : keysOf(value, [...before, key]),
  );
}

const endings = (key: string) => key.split('.').map((_, at, all) => all.slice(at).join('.'));

/** What the sources ask for: `'state.draft'` and `commonTexts()?.state` as they are, `` `state.${status}` `` with anything in the gap. */
function asks(code: string): (key: string) => boolean {
  const literals = code.matchAll(/(['"`])((?:[\w-]+\.)*[\w-]+)\1/g);
  const direct = code.matchAll(/commonTexts\(\)\?\.([\w.]+)/g);
  const known = new Set([
    ...Array.from(literals).flatMap(([, , text = '']) => endings(text)),
    ...Array.from(direct).flatMap(([, text = '']) => endings(text)),
  ]);
  const templates = Array.from(code.matchAll(/`((?:[\w.-]|\$\{[^`{}]*\})+)`/g))
    .flatMap(([, text = '']) => endings(text.replaceAll(/\$\{[^}]*\}/g, '*')))
    .filter((text) => text.includes('*') && /\w{3}/.test(text))
    .map((text) => new RegExp(`^${text.replaceAll('.', '\\.').replaceAll('*', '[\\w.-]+')}$`));
  return (key) => known.has(key) || templates.some((template) => template.test(key));
}

it('every text of the web app is shown somewhere', async () => {
  const files = [...(await sources('web/src/**/*.{ts,tsx}')), ...(await sources('web/*.ts'))];
  const isAsked = asks(await read(files.filter((file) => !isCatalogue(file))));
  const unused: string[] = [];
  for (const file of files.filter((one) => isCatalogue(one) && one.endsWith('.en.ts'))) {
    const { default: texts } = (await import(pathToFileURL(file).href)) as { default?: Texts };
    for (const steps of keysOf(texts ?? {})) {
      const key = steps.join('.');
      // A component may name any part above the key: useTranslations('manage.plan'), t('bulk.title').
      const isShown = steps.some(
        (_, at) => (at === 0 || isAsked(steps.slice(0, at).join('.'))) && isAsked(steps.slice(at).join('.')),
      );
      if (!isShown && !byCode.test(key)) unused.push(`${file}: ${key}`);
    }
  }
  assert.deepEqual(unused, []);
});

it('no quotation marks are written in the code of the web app: each language has its own', async () => {
  const files = (await sources('web/src/**/*.{ts,tsx}')).filter((file) => !isCatalogue(file));
  const found: string[] = [];
  for (const file of files) {
    const code = (await readFile(file, 'utf8')).replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, '');
    if (/[“”„]/.test(code)) found.push(file);
  }
  assert.deepEqual(found, []);
});
