import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Refusal } from '#kernel/refusal.ts';
import type { Database } from '#platform/db/index.ts';

const patienceMs = 1_000;

/** `/healthz`: the process lives. `/readyz`: it can serve, so the database answers and nobody has asked it to stop. */
export function registerHealth(app: FastifyInstance, options: { database: Database }): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.get('/healthz', { config: { unlimited: true } }, async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
  app.get('/readyz', { config: { unlimited: true } }, async (_request, reply) => {
    if (closing || !(await answers(options))) throw new Refusal('unavailable', { retryAfterSeconds: 2 });
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
}

async function answers({ database }: { database: Database }): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, patienceMs, false).unref());
  const question = sql`select 1 from schema_migrations limit 1`.execute(database.db).then(
    () => true,
    () => false,
  );
  return await Promise.race([question, timeout]);
}
