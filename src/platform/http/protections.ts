import type { FastifyReply } from 'fastify';

/** For every answer: nothing may run, frame or guess at it. Pages that need more say so themselves. */
export const dataHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const pageHeaders = Object.entries({
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
});

/**
 * What a browser only heeds in a page, a picture or a script. JSON goes without: a header takes 1 µs of CPU time, and a
 * read of one shift takes 100.
 */
export function protectPage(reply: FastifyReply): void {
  const type = reply.getHeader('content-type') as string | undefined;
  if (type === undefined || type.startsWith('application/')) return;
  for (const [name, value] of pageHeaders) if (!reply.hasHeader(name)) void reply.header(name, value);
}
