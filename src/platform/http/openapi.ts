import type { TSchema } from 'typebox';
import type { RefusalCode } from '#kernel/refusal.ts';
import { languages } from '#platform/language/index.ts';
import { statuses } from './problem.ts';
import type { Route } from './route.ts';
import { Problem } from './schema.ts';

type Json = Record<string, unknown>;

/** Refusals that any route may answer; the contract lists them once for each status. */
const always: readonly RefusalCode[] = [
  'validation_failed',
  'rate_limited',
  'internal_error',
  'overloaded',
  'unavailable',
];

/** Refusals of requests with a body, and of requests with an Idempotency-Key. */
const ofBodies: readonly RefusalCode[] = ['bad_json', 'payload_too_large', 'unsupported_media_type'];
const ofKeys: readonly RefusalCode[] = ['idempotency_in_flight', 'idempotency_mismatch'];

/** Refusals that come before a request is complete, whatever it asks for. */
const ofConnections: readonly RefusalCode[] = ['request_timeout', 'headers_too_large'];

/** The contract, made from the same definitions that validate and serialize. */
export function buildOpenApi(
  routes: readonly Route[],
  version: string,
  tags: Readonly<Record<string, string>> = {},
): Json {
  const components = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = `/api/v1${route.path}`;
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeOperation(route, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster',
      version,
      description: [
        'Volunteer scheduling: shifts, sign-up, waitlists, check-in, hours, forms, journeys and badges.',
        `Texts for people, such as error messages, are marked with \`x-localized\`. They’re in the language of the account, or in the one that \`Accept-Language\` asks for, or in English. \`Content-Language\` says which one it is. Available languages: ${languages.map((language) => `\`${language}\``).join(', ')}.`,
        `Any operation can also return ${ofConnections.map((code) => `${statuses[code]} \`${code}\``).join(' or ')}, before it has read the request.`,
      ].join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({
      name,
      description: tags[name] ?? name,
    })),
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([one], [other]) => one.localeCompare(other))),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token from `POST /auth/login`, or an API key.',
        },
      },
    },
  };
}

function describeOperation(route: Route, components: Map<string, Json>): Json {
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description,
    tags: [route.tag],
    security:
      route.access === 'authenticated'
        ? [{ bearer: [] }]
        : route.access === 'anyone'
          ? [{}, { bearer: [] }]
          : [],
    ...describeParameters(route, components),
    ...(route.body && {
      requestBody: {
        required: !route.bodyOptional,
        content: {
          [route.csvRows === undefined ? 'application/json' : 'text/csv']: {
            schema: hoist(route.body, components),
          },
        },
      },
    }),
    responses: describeResponses(route, components),
  };
}

function describeParameters(route: Route, components: Map<string, Json>): Json {
  const parameters = [
    ...parametersOf(route.params, 'path', components),
    ...parametersOf(route.query, 'query', components),
    ...(route.method === 'POST' ? [idempotencyKey] : []),
    ...(route.checksIfMatch ? [ifMatch] : []),
    ...(hasTag(route) ? [ifNoneMatch] : []),
  ];
  return parameters.length === 0 ? {} : { parameters };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique value that you choose. If you repeat the request with the same key, it takes effect once and you get the same response.',
  schema: { type: 'string', maxLength: 255 },
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of what you read. If it has changed since, you get 412 and nothing changes.',
  schema: { type: 'string', maxLength: 16_384 },
};

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of what you have. If nothing has changed, you get 304 without a body.',
  schema: { type: 'string', maxLength: 16_384 },
};

/** See `tagRead`. */
function hasTag({ method, neverStored, streams }: Route): boolean {
  return method === 'GET' && !neverStored && !streams;
}

function parametersOf(
  schema: TSchema | undefined,
  place: 'path' | 'query',
  components: Map<string, Json>,
): Json[] {
  if (!schema) return [];
  const { properties, required = [] } = schema as TSchema & {
    properties: Record<string, TSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description } = property as { description?: string };
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description && { description }),
      schema: hoist(property, components),
    };
  });
}

function describeResponses(route: Route, components: Map<string, Json>): Json {
  const responses: Json = {};
  const text = { schema: { type: 'string' } };
  const object = { schema: { type: 'object' } };
  const alternatives = Object.fromEntries(
    (route.alternativeTypes ?? []).map((type) => [type, type.endsWith('json') ? object : text]),
  );
  const tag = { ETag: { description: 'For `If-None-Match` and `If-Match`.', schema: { type: 'string' } } };
  const ok = { description: 'OK', ...(hasTag(route) && { headers: tag }) };
  if (route.responseType) {
    responses['200'] = { ...ok, content: { [route.responseType]: text, ...alternatives } };
  } else if (route.response) {
    const json = { schema: hoist(route.response, components) };
    responses['200'] = { ...ok, content: { 'application/json': json, ...alternatives } };
  } else {
    responses['204'] = { description: 'Success, without a body.' };
  }
  if (hasTag(route)) responses['304'] = { description: 'Nothing has changed.', headers: tag };
  const codes = new Set([...always, ...(route.refuses ?? [])]);
  if (route.access !== 'open') codes.add('unauthenticated');
  if (route.method !== 'GET') for (const code of ofBodies) codes.add(code);
  if (route.checksIfMatch) codes.add('precondition_failed');
  if (route.method === 'POST') for (const code of ofKeys) codes.add(code);
  const problem = { schema: hoist(Problem, components) };
  const byStatus = Map.groupBy(codes, (code) => statuses[code]);
  for (const [status, named] of [...byStatus].sort(([one], [other]) => one - other)) {
    const page = route.responseType && route.pageStatuses?.includes(status) && { [route.responseType]: text };
    responses[String(status)] = {
      description: named.map((code) => `\`${code}\``).join(', '),
      content: { 'application/json': problem, 'application/problem+json': problem, ...page },
    };
  }
  return responses;
}

/** Shapes that have a title become components; everything else stays where it is used. */
function hoist(schema: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, components));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [
    key,
    key === 'examples' || key === 'default' || key === 'enum' ? value : hoist(value, components),
  ]);
  const copy = Object.fromEntries(entries) as Json;
  const title = copy['title'];
  if (typeof title !== 'string' || copy['type'] === undefined) return copy;
  const known = components.get(title);
  if (known && JSON.stringify(known) !== JSON.stringify(copy))
    throw new Error(`two shapes are called ${title}`);
  components.set(title, copy);
  return { $ref: `#/components/schemas/${title}` };
}
