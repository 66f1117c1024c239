import { hash } from 'node:crypto';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { actorName } from '#kernel/actor.ts';
import type { Call, IdempotencyClaim } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Clock } from '#kernel/time.ts';
import { type Database, inTransaction } from '#platform/db/index.ts';
import { platformErrors } from '#platform/errors.ts';
import { bodyLimitFor } from './body-limit.ts';
import { languageOf, markLanguage } from './language.ts';
import { logProblem } from './problem.ts';
import { addressKey } from './rate-limit.ts';
import { mayBeStale, type ReplicaReads } from './replica-reads.ts';
import { RawAnswer, type Route } from './route.ts';

export interface RoutingOptions {
  readonly clock: Clock;
  readonly database: Database;
  /** Undefined without a replica. */
  readonly replicaReads: ReplicaReads | undefined;
}

/** Puts one route definition into Fastify: schemas in, call and input to the handler, answer out. */
export function registerRoute(
  app: FastifyInstance,
  route: Route,
  { clock, database, replicaReads }: RoutingOptions,
): void {
  const fromReplica = mayBeStale(route) ? replicaReads : undefined;
  const speaks = hasTexts(route.response);
  app.route({
    method: route.method,
    url: `/api/v1${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    config: {
      access: route.access,
      ...(route.budget && { budget: route.budget }),
      ...(route.ignoresBody && { ignoresBody: true }),
      ...(route.csvRows !== undefined && { csvRows: route.csvRows }),
      ...(route.readsOwnProfile && { readsOwnProfile: true }),
      ...(route.streams && { streams: true }),
    },
    bodyLimit: bodyLimitFor(route),
    schema: {
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && route.csvRows === undefined && { body: route.body }),
      ...(route.response && !route.responseType && { response: { 200: route.response } }),
    },
    ...((route.body || route.method === 'POST') && {
      preValidation: async (request: FastifyRequest) => {
        // Without a body the answer names the fields that are required.
        if (route.bodyOptional) request.body ??= {};
        else if (route.csvRows !== undefined && request.body === undefined)
          throw refuse(platformErrors.csv_empty('body'));
        else if (request.body === undefined && hasRequired(route.body)) request.body = {};
        noteSentBody(request);
      },
    }),
    handler: async (request, reply) => {
      const call = callOf(request, clock, route);
      const input = { params: request.params, query: request.query, body: request.body };
      const handle = () => route.handle(call, input, reply);
      let answer: unknown;
      try {
        answer = await (fromReplica ? fromReplica.read(request, handle) : handle());
      } catch (error) {
        if (!reply.isBeingSent) throw error;
        logProblem(error, request);
        return reply;
      }
      if (route.streams) return reply;
      if (route.method !== 'GET') replicaReads?.noteWrite(request, reply);
      const stored = await storeAnswer(call, answer, database);
      // The time limit has answered in the meantime.
      if (reply.isBeingSent) return reply;
      if (call.idempotency?.state === 'replayed') void reply.header('idempotency-replayed', 'true');
      const { language } = call.idempotency ?? call;
      if (speaks && language !== undefined) markLanguage(reply, language);
      return payloadOf(route, reply, stored);
    },
  });
}

/** Whether an answer has a `LocalizedText`, so that it differs by language. */
function hasTexts(response: Route['response']): boolean {
  return JSON.stringify(response ?? null).includes('"x-localized":true');
}

function hasRequired(body: Route['body']): boolean {
  return ((body as { required?: readonly string[] } | undefined)?.required ?? []).length > 0;
}

function callOf(request: FastifyRequest, clock: Clock, { checksIfMatch }: Route): Call {
  const claim = claimOf(request);
  return {
    actor: request.actor,
    now: clock(),
    language: languageOf(request),
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    ...(claim && { idempotency: claim }),
    ...(checksIfMatch && { ifMatch: request.headers['if-match'] ?? null }),
  };
}

/** A slash at the end makes no difference. */
const withoutSlash = (url: string): string => url.replace(/\/(?=\?|$)/, '');

/** The bodies of requests with an Idempotency-Key, as they were sent: validation drops fields and adds defaults. */
const sentBodies = new WeakMap<FastifyRequest, string>();

function noteSentBody(request: FastifyRequest): void {
  if (request.method !== 'POST' || request.headers['idempotency-key'] === undefined) return;
  sentBodies.set(request, hash('sha256', canonicalJson(request.body), 'base64url'));
}

/** The same text for the same content: the order of keys means nothing in JSON. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function claimOf(request: FastifyRequest): IdempotencyClaim | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method !== 'POST') return undefined;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw refuse(platformErrors.idempotency_key('Idempotency-Key'));
  }
  const { actor } = request;
  const scope = actor.kind === 'anonymous' ? `address:${addressKey(request.ip)}` : actorName(actor);
  const fingerprint = hash(
    'sha256',
    `${request.method} ${withoutSlash(request.url)}\n${sentBodies.get(request)}`,
    'base64url',
  );
  return { scope, key, fingerprint, language: languageOf(request), state: 'open' };
}

/**
 * A handler that ran no transaction with the claim gets its answer stored here. If repeating it would do something, it looks for
 * the stored answer (`storedAnswer`) before it begins.
 */
async function storeAnswer(call: Call, answer: unknown, database: Database): Promise<unknown> {
  if (call.idempotency?.state !== 'open' || answer instanceof RawAnswer) return answer;
  return await inTransaction(database, call, async () => answer);
}

/** What Fastify is to send. It would wait for the end of a response that is sent here, with listeners for each. */
function payloadOf(route: Route, reply: FastifyReply, answer: unknown): unknown {
  if (route.neverStored) void reply.header('cache-control', 'no-store');
  if (answer instanceof RawAnswer) {
    void reply.headers(answer.headers).type(answer.contentType);
    return answer.body;
  }
  if (route.response) return answer;
  void reply.code(204);
  return undefined;
}

type Serialize = (value: unknown) => string;

const serializers = new WeakMap<object, Serialize>();

/** The same function writes an answer and the text that If-Match is checked against. */
export function serializerFor(schema: TSchema): Serialize {
  let serialize = serializers.get(schema);
  if (!serialize) {
    serialize = fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0]) as Serialize;
    serializers.set(schema, serialize);
  }
  return serialize;
}
