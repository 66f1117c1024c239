import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { acceptedLanguage } from '#platform/language/index.ts';
import { translatedPages } from '../../web/translated-pages.ts';

const template = await readFile('web/index.html', 'utf8');

it('speaks the language that the browser asks for first, and English to all others', () => {
  const expected: Record<string, string> = {
    '': 'en',
    de: 'de',
    'de-AT,de;q=0.9,en;q=0.8': 'de',
    'en-US,en;q=0.9,de;q=0.8': 'en',
    'en;q=0.5, de;q=0.7': 'de',
    'fr-FR,fr;q=0.9,de;q=0.5,en;q=0.3': 'de',
    'fr, *;q=0.5': 'en',
    'de;q=0, en': 'en',
    'de;q=0': 'en',
    'DE-de': 'de',
    'den, dex;q=1': 'en',
    'pt-PT, de;q=0.5': 'de',
    'pt-br, de;q=0.5': 'pt-BR',
    ';;;q=,,': 'en',
  };
  for (const [header, language] of Object.entries(expected))
    assert.equal(acceptedLanguage(header, ['en', 'de', 'pt-BR']), language, header);
});

it('has no English left in German', async () => {
  const german = (await translatedPages(template)).get('index.de.html') ?? '';
  assert.match(german, /<html lang="de">/);
  assert.match(german, /<noscript>Muster braucht JavaScript\./);
  assert.match(german, /href="\/manifest\.de\.webmanifest"/);
  assert.equal(german.split('nonce="NONCE"').length, 2);
  assert.doesNotMatch(german, /needs|lang="en"/);
});

it('has a manifest in every language that is the same app', async () => {
  const read = async (name: string) => JSON.parse(await readFile(`web/public/${name}`, 'utf8'));
  const english = await read('manifest.webmanifest');
  const urls = ({ shortcuts }: { shortcuts: { url: string }[] }) => shortcuts.map(({ url }) => url);
  const words = ['lang', 'description', 'shortcuts'];
  for await (const name of glob('manifest.*.webmanifest', { cwd: 'web/public' })) {
    const translated = await read(name);
    for (const key of new Set([...Object.keys(english), ...Object.keys(translated)])) {
      if (words.includes(key)) assert.notDeepEqual(translated[key], english[key], `${name}: ${key}`);
      else assert.deepEqual(translated[key], english[key], `${name}: ${key}`);
    }
    assert.equal(`manifest.${translated.lang}.webmanifest`, name);
    assert.deepEqual(urls(translated), urls(english));
  }
});
