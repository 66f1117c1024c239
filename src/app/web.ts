import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#kernel/refusal.ts';
import { htmlPage } from '#platform/html.ts';
import { markLanguage } from '#platform/http/language.ts';
import { pagePolicy, sendWebFile, type WebFiles } from '#platform/http/web-files.ts';
import { acceptedLanguage, withRegion } from '#platform/language/index.ts';
import { mailboxPage, readMailbox } from '#platform/mail/mailbox.ts';
import type { Platform } from '#platform/slice.ts';
import { readAwardPage } from '#slices/badges/index.ts';
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
<p>The web app could not be built. See the server log for the reason.</p>
<p>The API is running: <a href="/docs">API reference</a>.</p></main>`,
});

/** English is in index.html; every other language of the build has its own page, index.de.html. */
const pageFile = /^\/index(?:\.([\w-]+))?\.html$/;

/** The one page of the app, in the reader's language and with the nonce that its style elements need. */
function sendWebPage(files: WebFiles, request: FastifyRequest, reply: FastifyReply): boolean {
  const translated = Array.from(files.keys(), (file) => pageFile.exec(file)?.[1] ?? '').filter(Boolean);
  const language = acceptedLanguage(request.headers['accept-language'], ['en', ...translated]);
  const template = files.get(language === 'en' ? '/index.html' : `/index.${language}.html`)?.variants
    .identity;
  if (template === undefined) return false;
  const nonce = randomBytes(16).toString('base64');
  void reply
    .headers(pagePolicy(nonce))
    .header('cache-control', 'no-cache')
    .header('content-language', language)
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(template.bytes.toString('utf8').replace('nonce="NONCE"', `nonce="${nonce}"`));
  return true;
}

/** What lies outside /api/v1 beside the web app: the keys that tokens can be checked with, the demo's mailbox. */
export function registerPages(app: FastifyInstance, platform: Platform): void {
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    return reply
      .header('cache-control', 'public, max-age=60')
      .send({ keys: await platform.keys.published(platform.clock()) });
  });
  app.get<{ Params: { code: string } }>('/awards/:code', async (request, reply) => {
    const wanted = request.headers['accept-language'];
    const language = withRegion(acceptedLanguage(wanted), wanted);
    const { status, answer } = await readAwardPage(platform, language, request.params.code);
    markLanguage(reply, language);
    return reply.code(status).headers(answer.headers).type(answer.contentType).send(answer.body);
  });
  app.get<{ Querystring: { format?: string } }>('/dev/mail', async (request, reply) => {
    if (!platform.config.demo || platform.config.smtpUrl) throw refuse('not_found');
    const mails = await readMailbox(platform.database);
    if (request.query.format === 'json') return reply.send({ items: mails });
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .send(mailboxPage(mails));
  });
}
