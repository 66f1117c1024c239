import Fastify from 'fastify';
import { begin } from './process.ts';

/** The limit of HTTP: Fastify with nothing to do but send these bytes. */
export interface BareAnswer {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

begin<BareAnswer>(async ({ method, path, status, contentType, body }) => {
  const app = Fastify();
  app.route({
    method,
    // What stands behind the question mark is not part of a route.
    url: path.split('?', 1)[0] ?? path,
    handler: (_request, reply) => {
      void reply.code(status).type(contentType).send(body);
    },
  });
  return await app.listen({ port: 0, host: '127.0.0.1' });
});
