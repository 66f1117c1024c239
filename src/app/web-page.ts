import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pagePolicy, type WebFiles } from '#platform/http/web-files.ts';

export type PageLanguage = 'en' | 'de';

/** What the page says before its script runs, or to browsers without script. English stands in web/index.html. */
const germanTexts: readonly (readonly [string, string])[] = [
  ['<html lang="en">', '<html lang="de">'],
  ['href="/manifest.webmanifest"', 'href="/manifest.de.webmanifest"'],
  [
    'Muster needs JavaScript. Turn it on in your browser, then reload this page.',
    'Muster braucht JavaScript. Schalte es im Browser ein und lade diese Seite neu.',
  ],
];

/** The one page of the app, in the reader's language and with the nonce that its style elements bear. */
export function sendWebPage(files: WebFiles, request: FastifyRequest, reply: FastifyReply): boolean {
  const template = files.get('/index.html')?.variants.identity;
  if (template === undefined) return false;
  const nonce = randomBytes(16).toString('base64');
  void reply
    .headers(pagePolicy(nonce))
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(
      pageHtml(template.bytes.toString('utf8'), languageOf(request.headers['accept-language'] ?? ''), nonce),
    );
  return true;
}

export function pageHtml(template: string, language: PageLanguage, nonce: string): string {
  const page = language === 'en' ? template : translated(template);
  return page.replace('nonce="NONCE"', `nonce="${nonce}"`);
}

const translated = (template: string): string =>
  germanTexts.reduce((page, [english, german]) => page.replace(english, german), template);

/** The first of our languages in the order that the reader's browser gives. */
export function languageOf(acceptLanguage: string): PageLanguage {
  const wanted = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  const found = wanted.find(({ language }) => language === 'en' || language === 'de');
  return found?.language === 'de' ? 'de' : 'en';
}
