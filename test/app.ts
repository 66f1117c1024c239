import { after } from 'node:test';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type Actor, anonymous } from '#kernel/actor.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Database } from '#platform/db/index.ts';
import { type AppOptions, buildApp } from '#platform/http/app.ts';
import { buildOpenApi } from '#platform/http/openapi.ts';
import type { Route } from '#platform/http/route.ts';
import { createLog } from '#platform/log/index.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  /** Every log line so far. */
  readonly lines: Record<string, unknown>[];
  inject(options: InjectOptions | string): Promise<LightMyRequestResponse>;
  /** Listens on a free port of loopback, for what cannot be injected. */
  listen(): Promise<{ host: string; port: number; url: string }>;
}

/** The HTTP side with routes of the test's own; `Bearer user-7` is person 7, and `Bearer user-7-issued-5000` has a token of that moment. Closed when the file's tests have run. */
export async function testApp(
  database: Database,
  routes: readonly Route[],
  options: Partial<AppOptions> = {},
): Promise<TestApp> {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', false, {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const app = await buildApp({
    database,
    routes,
    openApi: () => buildOpenApi(routes, '0.0.0'),
    log,
    authenticate: async (header) => testActor(header),
    corsOrigins: ['*'],
    trustProxy: 0,
    ...options,
  });
  after(() => app.close());
  return {
    app,
    lines,
    inject: (injected) => app.inject(injected),
    async listen() {
      const url = await app.listen({ port: 0, host: '127.0.0.1' });
      return { host: '127.0.0.1', port: Number(new URL(url).port), url };
    },
  };
}

function testActor(header: string): Actor {
  const [scheme, token = ''] = header.split(' ');
  if (scheme?.toLowerCase() !== 'bearer') return anonymous;
  const [, userId, issuedMs] = /^user-(\d+)(?:-issued-(\d+))?$/.exec(token) ?? [];
  if (userId === undefined) throw refuse('unauthenticated');
  const tokenIssuedMs = Number(issuedMs ?? 0);
  return { kind: 'person', userId: Number(userId), sessionId: Number(userId), language: 'en', tokenIssuedMs };
}
