import Fastify from 'fastify';
import pg from 'pg';
import { loadOperation, type OperationInput } from './operation.ts';
import { begin } from './process.ts';

/** The smallest honest program for one operation: Fastify, a schema, a pool, prepared statements. */
export interface ControlOrder {
  readonly operation: string;
  readonly databaseUrl: string;
  readonly poolSize: number;
}

begin<ControlOrder>(async ({ operation: name, databaseUrl, poolSize }) => {
  const operation = await loadOperation(name);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    application_name: 'bench control',
  });
  const app = Fastify();
  app.route({
    method: operation.method,
    url: operation.path,
    schema: { response: { 200: operation.response } },
    handler: async (request) => {
      const input = { params: request.params, query: request.query, body: request.body } as OperationInput;
      if (!operation.inTransaction) return await operation.run(pool, input);
      const client = await pool.connect();
      try {
        return await operation.run(client, input);
      } finally {
        client.release();
      }
    },
  });
  return await app.listen({ port: 0, host: '127.0.0.1' });
});
