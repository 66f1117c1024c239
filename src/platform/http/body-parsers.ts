import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '#kernel/refusal.ts';
import { platformErrors } from '#platform/errors.ts';
import { readCsv } from './csv-reader.ts';
import { parseJsonBody } from './json-body.ts';
import { isBodyEmpty, readBody } from './read-body.ts';
import type { UnreadBodies } from './unread-body.ts';

/** JSON for most routes, CSV for those that import a file. Nothing else is read. */
export function registerBodyParsers(app: FastifyInstance, unreadBodies: UnreadBodies): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/problem+json'],
    async (request: FastifyRequest, source: IncomingMessage) => {
      const { config, bodyLimit } = request.routeOptions;
      if (config.csvRows !== undefined) return await passOver(request, source);
      if (isInOtherCharset(source)) return await passOver(request, source, otherCharset());
      refuseCompressed(source);
      unreadBodies.letSend(source, bodyLimit);
      return parseJsonBody(await readBody(source, bodyLimit));
    },
  );
  app.addContentTypeParser('text/csv', async (request: FastifyRequest, source: IncomingMessage) => {
    const { config, bodyLimit } = request.routeOptions;
    if (config.csvRows === undefined) return await passOver(request, source);
    if (isInOtherCharset(source)) return await passOver(request, source, otherCharset());
    refuseCompressed(source);
    unreadBodies.letSend(source, bodyLimit);
    return await readCsv(source, config.csvRows, bodyLimit);
  });
  app.addContentTypeParser('*', async (request: FastifyRequest, source: IncomingMessage) =>
    passOver(request, source),
  );

  /** An empty body counts as none, whatever its content type says. */
  async function passOver(
    request: FastifyRequest,
    source: IncomingMessage,
    refusal = otherType(request),
  ): Promise<undefined> {
    const { config, bodyLimit } = request.routeOptions;
    const mostBytes = config.ignoresBody ? bodyLimit : 0;
    unreadBodies.letSend(source, mostBytes);
    if (config.ignoresBody) await readBody(source, mostBytes);
    else if (!(await isBodyEmpty(source))) throw refusal;
  }
}

function otherType({ routeOptions: { config } }: FastifyRequest): Refusal {
  return refuse(
    config.csvRows === undefined ? 'unsupported_media_type' : platformErrors.csv_media_type('content-type'),
  );
}

function otherCharset(): Refusal {
  return refuse(platformErrors.other_charset('content-type'));
}

/** Read as UTF-8, such a body would be full of wrong letters, or be called broken. Most requests name no charset. */
function isInOtherCharset({ headers: { 'content-type': type = '' } }: IncomingMessage): boolean {
  if (!/charset/i.test(type)) return false;
  const charset = new MIMEType(type).params.get('charset');
  return charset !== null && !/^utf-?8$/i.test(charset);
}

/** A few bytes could become gigabytes. Read as they are, they would only be called wrong. */
function refuseCompressed({ headers }: IncomingMessage): void {
  const { 'content-encoding': encoding = 'identity' } = headers;
  if (encoding.trim().toLowerCase() !== 'identity')
    throw refuse(platformErrors.body_compressed('content-encoding'));
}
