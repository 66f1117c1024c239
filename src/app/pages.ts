import type { FastifyInstance } from 'fastify';
import { refuse } from '#kernel/refusal.ts';
import { languageOf, markLanguage } from '#platform/http/language.ts';
import { mailboxPage, readMailbox } from '#platform/mail/mailbox.ts';
import type { Platform } from '#platform/slice.ts';
import { readAwardPage } from '#slices/badges/index.ts';

/** What lies outside /api/v1 beside the web app: the keys that tokens can be checked with, the demo's mailbox. */
export function registerPages(app: FastifyInstance, platform: Platform): void {
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    return reply
      .header('cache-control', 'public, max-age=60')
      .send({ keys: await platform.keys.published(platform.clock()) });
  });
  app.get<{ Params: { code: string } }>('/awards/:code', async (request, reply) => {
    const language = languageOf(request);
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
