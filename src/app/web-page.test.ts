import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { languageOf, pageHtml } from './web.ts';

const template = await readFile('web/index.html', 'utf8');

it('speaks the language that the browser asks for first, and English to all others', () => {
  const expected: Record<string, 'en' | 'de'> = {
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
    ';;;q=,,': 'en',
  };
  for (const [header, language] of Object.entries(expected))
    assert.equal(languageOf(header), language, header);
});

it('has no English left in German, and its nonce in one place', () => {
  const german = pageHtml(template, 'de', 'abc');
  assert.match(german, /<html lang="de">/);
  assert.match(german, /<noscript>Muster braucht JavaScript\./);
  assert.match(german, /href="\/manifest\.de\.webmanifest"/);
  assert.equal(german.split('nonce="abc"').length, 2);
  assert.doesNotMatch(german, /NONCE|needs|lang="en"/);
  assert.match(
    pageHtml(template, 'en', 'abc'),
    /<html lang="en">[\s\S]*nonce="abc"[\s\S]*Muster needs JavaScript/,
  );
});

it('has a manifest in both languages that is the same app', async () => {
  const read = async (name: string) => JSON.parse(await readFile(`web/public/${name}`, 'utf8'));
  const [english, german] = [await read('manifest.webmanifest'), await read('manifest.de.webmanifest')];
  const words = ['lang', 'description', 'shortcuts'];
  for (const key of new Set([...Object.keys(english), ...Object.keys(german)])) {
    if (words.includes(key)) assert.notDeepEqual(german[key], english[key], key);
    else assert.deepEqual(german[key], english[key], key);
  }
  const urls = ({ shortcuts }: { shortcuts: { url: string }[] }) => shortcuts.map(({ url }) => url);
  assert.deepEqual(urls(german), urls(english));
});
