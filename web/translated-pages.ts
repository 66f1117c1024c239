import { glob } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type english from './src/messages/common.en.ts';

type Common = { readonly default: Pick<typeof english, 'noScript'> };

/**
 * The app's one page as `index.de.html` and so on: what it says before its script runs, or to browsers without script.
 * English stands in index.html itself.
 */
export async function translatedPages(page: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const { noScript } = (await textsOf('en')).default;
  for await (const file of glob('src/messages/common.*.ts', { cwd: import.meta.dirname })) {
    const language = path.basename(file).slice('common.'.length, -'.ts'.length);
    if (language === 'en') continue;
    const html = page
      .replace('<html lang="en">', `<html lang="${language}">`)
      .replace('/manifest.webmanifest', `/manifest.${language}.webmanifest`)
      .replace(noScript, (await textsOf(language)).default.noScript);
    pages.set(`index.${language}.html`, html);
  }
  return pages;
}

async function textsOf(language: string): Promise<Common> {
  const file = path.join(import.meta.dirname, `src/messages/common.${language}.ts`);
  return (await import(pathToFileURL(file).href)) as Common;
}
