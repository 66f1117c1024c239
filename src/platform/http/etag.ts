import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { RawAnswer } from './route.ts';
import { serializerFor } from './routing.ts';

export function entityTag(payload: string | Buffer): string {
  return `"${hash('sha1', payload, 'base64url')}"`;
}

/** An answer that many requests get: its tag is computed once. */
export function taggedJson(text: string): RawAnswer {
  return new RawAnswer('application/json; charset=utf-8', text, { etag: entityTag(text) });
}

/**
 * Tags every successful read with a hash of its bytes, and leaves the bytes out for clients that have them already. The
 * hash takes 2 µs. Remembering it by the bytes would save 1 µs for those seen before and cost 2 µs for all others.
 */
export function tagRead(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // No one keeps it, so no one asks whether it has changed.
  if (reply.getHeader('cache-control') === 'no-store') return payload;
  if (!isRead || reply.statusCode !== 200 || (typeof payload !== 'string' && !Buffer.isBuffer(payload)))
    return payload;
  const tag = (reply.getHeader('etag') as string | undefined) ?? entityTag(payload);
  void reply.header('etag', tag);
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache');
  if (!matches(request.headers['if-none-match'], tag)) return payload;
  void reply.code(304).removeHeader('content-length').removeHeader('content-type');
  return '';
}

/** Refuses a change that was made from an outdated reading. `current` is what a read would answer now. */
export function checkIfMatch<Schema extends TSchema>(
  call: Pick<Call, 'ifMatch'>,
  schema: Schema,
  current: Static<Schema>,
): void {
  checkTag(call, () => serializerFor(schema)(current));
}

/** The same for an answer that the database writes as text. */
export function checkIfMatchText(call: Pick<Call, 'ifMatch'>, current: string): void {
  checkTag(call, () => current);
}

function checkTag({ ifMatch }: Pick<Call, 'ifMatch'>, current: () => string): void {
  if (ifMatch === undefined) throw new Error('the route has no `checksIfMatch`');
  if (ifMatch !== null && !matches(ifMatch, entityTag(current()))) throw refuse('precondition_failed');
}

function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
