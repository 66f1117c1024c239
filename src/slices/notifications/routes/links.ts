import type { FastifyReply } from 'fastify';
import type { Call } from '#kernel/call.ts';
import { Refusal } from '#kernel/refusal.ts';
import { type RawAnswer, type Route, routesFor } from '#platform/http/route.ts';
import { refusalTexts } from '#platform/language/index.ts';
import { linkPage } from '#platform/mail/email.ts';
import type { Platform } from '#platform/slice.ts';
import { answerByLink } from '../commands/answer-by-link.ts';
import { cancelByLink } from '../commands/cancel-by-link.ts';
import { unsubscribe } from '../commands/unsubscribe.ts';
import { askPage, cantComePage, unsubscribePage } from '../reads/link-pages.ts';
import { AskQuery, LinkToken, UnsubscribeQuery } from '../schema/links.ts';

/** What the links in messages open. The link itself is the proof of who is asking. */
const linked = routesFor({ tag: 'Links in messages', access: 'open', refuses: ['token_invalid'] });
const page = {
  params: LinkToken,
  responseType: 'text/html',
  pageStatuses: [400],
  neverStored: true,
} as const;

export function linkRoutes(platform: Platform): Route[] {
  return [
    linked.get('/cant-come/{token}', 'askCantCome', 'Show the “can’t come” page', {
      ...page,
      description:
        'The page behind the link in an email. Opening it changes nothing, because mail scanners follow links.',
      handle: (call, { params }, reply) =>
        orInvalidPage(call, reply, () => cantComePage(platform, call, params.token)),
    }),
    linked.post('/cant-come/{token}', 'cantCome', 'Cancel with a “can’t come” link', {
      ...page,
      description: 'Works once. If the shift can no longer be cancelled this way, the response is 409.',
      refuses: ['conflict'],
      pageStatuses: [400, 409],
      ignoresBody: true,
      handle: (call, { params }, reply) =>
        orInvalidPage(call, reply, async () => {
          const result = await cancelByLink(platform, call, params.token);
          if (result.outcome === 'refused') void reply.code(409);
          return await cantComePage(platform, call, params.token, result);
        }),
    }),
    linked.get('/asks/{token}', 'showAsk', 'Show the page that asks to take a shift', {
      ...page,
      description: 'The page behind the links in an email. Opening it changes nothing.',
      query: AskQuery,
      handle: (call, { params, query }, reply) =>
        orInvalidPage(call, reply, () => askPage(platform, call, params.token, { answer: query.answer })),
    }),
    linked.post('/asks/{token}', 'answerAsk', 'Accept or decline to take a shift', {
      ...page,
      description:
        'With the link in an email, without logging in. `answer` is required. If the shift can’t be taken, the response is 409.',
      query: AskQuery,
      refuses: ['conflict'],
      pageStatuses: [400, 409],
      ignoresBody: true,
      handle: (call, { params, query }, reply) =>
        orInvalidPage(call, reply, async () => {
          const { answer } = query;
          if (answer === undefined) return await askPage(platform, call, params.token, {});
          const result = await answerByLink(platform, call, params.token, answer);
          if (result.outcome === 'refused') void reply.code(409);
          return await askPage(platform, call, params.token, { result });
        }),
    }),
    linked.get('/unsubscribe/{token}', 'askUnsubscribe', 'Show the unsubscribe page', {
      description: 'The page behind the link in an email. Opening it changes nothing.',
      ...page,
      handle: (call, { params }, reply) =>
        orInvalidPage(call, reply, () => unsubscribePage(platform, params.token)),
    }),
    linked.post('/unsubscribe/{token}', 'unsubscribe', 'Unsubscribe', {
      ...page,
      description:
        'From one kind of message or from all. Mail programs call it for one-click unsubscribe (RFC 8058).',
      query: UnsubscribeQuery,
      ignoresBody: true,
      handle: (call, { params, query }, reply) =>
        orInvalidPage(call, reply, async () => {
          const scope = query.scope ?? 'kind';
          await unsubscribe(platform, call, params.token, scope);
          return await unsubscribePage(platform, params.token, scope);
        }),
    }),
  ];
}

/** A link that doesn't work shows people in a browser a page too. */
async function orInvalidPage(
  { language }: Call,
  reply: FastifyReply,
  answer: () => Promise<RawAnswer>,
): Promise<RawAnswer> {
  try {
    return await answer();
  } catch (error) {
    const isBrowser = reply.request.headers.accept?.includes('text/html') ?? false;
    if (!(error instanceof Refusal) || error.code !== 'token_invalid' || !isBrowser) throw error;
    void reply.code(400);
    const { title, detail } = refusalTexts(language, error);
    return linkPage({ language, title, paragraphs: [detail] });
  }
}
