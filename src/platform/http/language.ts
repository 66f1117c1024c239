import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguage, knownLanguage, withRegion } from '#platform/language/index.ts';

/**
 * The language of the account, else the one that the request asks for, else English; with the region that the request
 * names, so that dates look as on the reader's device.
 */
export function languageOf({ actor, headers }: Pick<FastifyRequest, 'actor' | 'headers'>): string {
  const wanted = headers['accept-language'];
  const language = actor?.kind === 'person' ? knownLanguage(actor.language) : acceptedLanguage(wanted);
  return withRegion(language, wanted);
}

/** Says which language the answer is in and what that depends on, so that caches keep the languages apart. */
export function markLanguage(reply: FastifyReply, language: string): void {
  void reply.header('content-language', knownLanguage(language));
  const before = String(reply.getHeader('vary') ?? '');
  const vary = new Set(before.split(/\s*,\s*/).filter((name) => name !== ''));
  for (const name of ['Accept-Language', 'Authorization']) vary.add(name);
  void reply.header('vary', [...vary].join(', '));
}
