import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '#kernel/refusal.ts';
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
      refuseCompressed(source);
      unreadBodies.letSend(source, bodyLimit);
      return parseJsonBody(await readBody(source, bodyLimit));
    },
  );
  app.addContentTypeParser('text/csv', async (request: FastifyRequest, source: IncomingMessage) => {
    const { config, bodyLimit } = request.routeOptions;
    if (config.csvRows === undefined) return await passOver(request, source);
    refuseCompressed(source);
    unreadBodies.letSend(source, bodyLimit);
    return await readCsv(source, config.csvRows, bodyLimit);
  });
  app.addContentTypeParser('*', async (request: FastifyRequest, source: IncomingMessage) =>
    passOver(request, source),
  );

  /** An empty body counts as none, whatever its content type says. */
  async function passOver(request: FastifyRequest, source: IncomingMessage): Promise<undefined> {
    const { config, bodyLimit } = request.routeOptions;
    const mostBytes = config.ignoresBody ? bodyLimit : 0;
    unreadBodies.letSend(source, mostBytes);
    if (config.ignoresBody) await readBody(source, mostBytes);
    else if (!(await isBodyEmpty(source)))
      throw refuse(
        config.csvRows === undefined
          ? 'unsupported_media_type'
          : platformErrors.csv_media_type('content-type'),
      );
  }
}

/** A few bytes could become gigabytes. Read as they are, they would only be called wrong. */
function refuseCompressed({ headers }: IncomingMessage): void {
  const { 'content-encoding': encoding = 'identity' } = headers;
  if (encoding.trim().toLowerCase() !== 'identity')
    throw refuse(platformErrors.body_compressed('content-encoding'));
}
