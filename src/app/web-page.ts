import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pagePolicy, type WebFiles } from '#platform/http/web-files.ts';

/** English stands in index.html; every other language of the build has a page of its own, index.de.html. */
export const pageFile = /^\/index(?:\.([\w-]+))?\.html$/;

/** The one page of the app, in the reader's language and with the nonce that its style elements bear. */
export function sendWebPage(files: WebFiles, request: FastifyRequest, reply: FastifyReply): boolean {
  const languages = Array.from(files.keys(), (file) => pageFile.exec(file)?.[1] ?? '').filter(Boolean);
  const language = languageOf(request.headers['accept-language'] ?? '', languages);
  const template = files.get(language === 'en' ? '/index.html' : `/index.${language}.html`)?.variants
    .identity;
  if (template === undefined) return false;
  const nonce = randomBytes(16).toString('base64');
  void reply
    .headers(pagePolicy(nonce))
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(template.bytes.toString('utf8').replace('nonce="NONCE"', `nonce="${nonce}"`));
  return true;
}

/** The first of these languages, or English, in the order that the reader's browser gives. */
export function languageOf(acceptLanguage: string, languages: readonly string[]): string {
  const wanted = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .flatMap(({ tag }) => [tag, tag.replace(/-.*/, '')]);
  const ours = wanted.map((tag) => ['en', ...languages].find((one) => one.toLowerCase() === tag));
  return ours.find((one) => one !== undefined) ?? 'en';
}
