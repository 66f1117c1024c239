import { fileURLToPath, pathToFileURL } from 'node:url';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

const catalogue =
  /[\\/]src[\\/](?:features[\\/]\w+[\\/]messages(?:\.manage)?|messages[\\/](?:common|errors))\.[\w-]+\.ts$/;

const ownFormat = fileURLToPath(new URL('src/i18n/format-message.ts', import.meta.url));

/**
 * Texts are compiled when the app is built. Their parser, 8 KB of script, stays out of the first load, and no phone
 * parses a text before it can show it.
 */
export function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    config: () => ({ resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: ownFormat }] } }),
    async load(id) {
      if (!catalogue.test(id)) return undefined;
      // Node would give the file as it was when it was first read.
      const { default: texts } = await import(`${pathToFileURL(id).href}?${Date.now()}`);
      return `export default ${JSON.stringify(compiled(texts))}`;
    },
  };
}

type Texts = { readonly [key: string]: string | Texts };

const compiled = (texts: Texts): object =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? compile(text) : compiled(text),
    ]),
  );
