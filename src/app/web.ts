import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#kernel/refusal.ts';
import { htmlPage } from '#platform/html.ts';
import { pagePolicy, sendWebFile, type WebFiles } from '#platform/http/web-files.ts';
import type { Web } from './web-build.ts';

/** Addresses that belong to the service; an unknown one below them is a mistake and no screen. */
const ofService = /^\/(?:api|docs|dev|\.well-known|awards|healthz|readyz|metrics|assets)(?:\/|$)/;

/** The web app: its files, and its one page for every address that a person may type or follow. */
export function registerWeb(app: FastifyInstance, web: Web | undefined): void {
  // Files and the page itself cost nothing and come many at a time: they are not counted as requests.
  const config = { unlimited: true };
  app.get('/', { config }, (request, reply) => sendPage(web, request, reply));
  app.get('/assets/*', { config }, (request, reply) => sendFile(web, request, reply));
  app.get('/*', async (request, reply) => {
    const address = addressOf(request);
    if (ofService.test(address)) throw refuse('not_found');
    const files = await web?.files();
    if (files !== undefined && !pageFile.test(address) && sendWebFile(files, address, request, reply)) {
      return reply;
    }
    // A script that asks for a file gets a 404; only a person who opens an address gets the page.
    if (!request.headers.accept?.includes('text/html')) throw refuse('not_found');
    return await sendPage(web, request, reply);
  });
}

const addressOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

async function sendFile(web: Web | undefined, request: FastifyRequest, reply: FastifyReply) {
  const files = await web?.files();
  if (files === undefined || !sendWebFile(files, addressOf(request), request, reply))
    throw refuse('not_found');
  return reply;
}

async function sendPage(web: Web | undefined, request: FastifyRequest, reply: FastifyReply) {
  const files = await web?.files();
  if (files !== undefined && sendWebPage(files, request, reply)) return reply;
  return reply
    .code(503)
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    .header('cache-control', 'no-store')
    .send(missingPage);
}

const missingPage = htmlPage({
  title: 'Muster',
  style:
    ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}',
  body: `<main><h1>Muster</h1>
<p>The web app could not be built, so there is nothing to show here. The log of the service says why.</p>
<p>The API works: <a href="/docs">its reference</a>.</p></main>`,
});

/** English stands in index.html; every other language of the build has a page of its own, index.de.html. */
const pageFile = /^\/index(?:\.([\w-]+))?\.html$/;

/** The one page of the app, in the reader's language and with the nonce that its style elements bear. */
function sendWebPage(files: WebFiles, request: FastifyRequest, reply: FastifyReply): boolean {
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
