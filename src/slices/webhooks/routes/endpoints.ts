import { type Route, route } from '#platform/http/route.ts';
import { PathId } from '#platform/http/schema.ts';
import type { Platform } from '#platform/slice.ts';
import { changeEndpoint, deleteEndpoint, moveEndpoint } from '../commands/change-endpoint.ts';
import { createEndpoint } from '../commands/create-endpoint.ts';
import { recover } from '../commands/recover.ts';
import { rotateSecret } from '../commands/rotate-secret.ts';
import { sendTest } from '../commands/send-test.ts';
import type { WebhookTools } from '../gate.ts';
import { readEndpoint, readEndpoints, readEventList, readStatistics } from '../reads.ts';
import { AttemptAnswer } from '../schema/deliveries.ts';
import {
  Endpoint,
  EndpointChange,
  EndpointCreate,
  EndpointMoved,
  EndpointPage,
  EndpointQuery,
  EndpointWithSecret,
  EventList,
  RecoverAnswer,
  RecoverRequest,
  RotateAnswer,
  Statistics,
  StatisticsQuery,
} from '../schema/endpoints.ts';

const manage = { tag: 'Webhooks', access: 'authenticated', permission: 'webhooks.manage' } as const;

export function endpointRoutes(platform: Platform, tools: WebhookTools, wake: () => void): Route[] {
  const { db } = platform.database;
  return [
    route({
      method: 'GET',
      tag: 'Webhooks',
      access: 'anyone',
      path: '/webhooks/events',
      operationId: 'listWebhookEvents',
      summary: 'What an endpoint can subscribe to',
      response: EventList,
      handle: async () => readEventList(tools),
    }),
    route({
      ...manage,
      method: 'GET',
      path: '/webhooks/endpoints',
      operationId: 'listWebhookEndpoints',
      summary: 'Webhook endpoints',
      description: 'Secrets are never among what is read.',
      query: EndpointQuery,
      response: EndpointPage,
      refuses: ['forbidden', 'not_found', 'organization_required'],
      handle: (call, { query }) => readEndpoints(db, tools, call, query),
    }),
    route({
      ...manage,
      method: 'POST',
      path: '/webhooks/endpoints',
      operationId: 'createWebhookEndpoint',
      summary: 'Create a webhook endpoint',
      description: 'The answer holds the signing secret, once. At most 50 endpoints an organization.',
      body: EndpointCreate,
      response: EndpointWithSecret,
      refuses: ['forbidden', 'not_found', 'organization_required', 'conflict'],
      handle: (call, { body }) => createEndpoint(platform, tools, call, body),
    }),
    route({
      ...manage,
      method: 'GET',
      path: '/webhooks/endpoints/{id}',
      operationId: 'readWebhookEndpoint',
      summary: 'A webhook endpoint',
      params: PathId,
      response: Endpoint,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => readEndpoint(db, tools, call, params.id),
    }),
    route({
      ...manage,
      method: 'PATCH',
      path: '/webhooks/endpoints/{id}',
      operationId: 'changeWebhookEndpoint',
      summary: 'Change a webhook endpoint',
      params: PathId,
      body: EndpointChange,
      response: Endpoint,
      refuses: ['forbidden', 'not_found', 'precondition_failed'],
      handle: (call, { params, body }) => changeEndpoint(platform, tools, call, params.id, body),
    }),
    route({
      ...manage,
      method: 'DELETE',
      path: '/webhooks/endpoints/{id}',
      operationId: 'deleteWebhookEndpoint',
      summary: 'Delete a webhook endpoint',
      description: 'The history of its deliveries stays for 90 days.',
      params: PathId,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => deleteEndpoint(platform, tools, call, params.id),
    }),
    ...moveRoutes(platform, tools),
    ...careRoutes(platform, tools, wake),
  ];
}

function moveRoutes(platform: Platform, tools: WebhookTools): Route[] {
  const summaries = { activate: 'Send to an endpoint again', deactivate: 'Send nothing more to an endpoint' };
  return (['activate', 'deactivate'] as const).map((move) =>
    route({
      ...manage,
      method: 'POST',
      path: `/webhooks/endpoints/{id}/${move}`,
      operationId: `${move}WebhookEndpoint`,
      summary: summaries[move],
      params: PathId,
      response: EndpointMoved,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => moveEndpoint(platform, tools, call, params.id, move),
    }),
  );
}

function careRoutes(platform: Platform, tools: WebhookTools, wake: () => void): Route[] {
  return [
    route({
      ...manage,
      method: 'POST',
      path: '/webhooks/endpoints/{id}/rotate-secret',
      operationId: 'rotateWebhookSecret',
      summary: 'Replace the signing secret',
      description: 'The answer holds the new secret, once. The one before signs too for 24 hours.',
      params: PathId,
      response: RotateAnswer,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => rotateSecret(platform, tools, call, params.id),
    }),
    route({
      ...manage,
      method: 'POST',
      path: '/webhooks/endpoints/{id}/test',
      operationId: 'testWebhookEndpoint',
      summary: 'Send a test event to an endpoint',
      description: 'Sends `webhook.test` to this endpoint alone, whatever it has subscribed to.',
      params: PathId,
      response: AttemptAnswer,
      refuses: ['forbidden', 'not_found', 'endpoint_inactive'],
      handle: (call, { params }) => sendTest(platform, tools, call, params.id, wake),
    }),
    route({
      ...manage,
      method: 'POST',
      path: '/webhooks/endpoints/{id}/recover',
      operationId: 'recoverWebhookEndpoint',
      summary: 'Send what an endpoint has missed',
      description:
        'Queues every event since then that it has subscribed to and has not received: failed, given up, or missed while it was inactive.',
      params: PathId,
      body: RecoverRequest,
      response: RecoverAnswer,
      refuses: ['forbidden', 'not_found', 'endpoint_inactive'],
      handle: (call, { params, body }) => recover(platform, tools, call, params.id, body.since, wake),
    }),
    route({
      ...manage,
      method: 'GET',
      path: '/webhooks/endpoints/{id}/statistics',
      operationId: 'readWebhookStatistics',
      summary: 'How an endpoint fares',
      params: PathId,
      query: StatisticsQuery,
      response: Statistics,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params, query }) =>
        readStatistics(platform.database.db, tools, call, params.id, query.since),
    }),
  ];
}
