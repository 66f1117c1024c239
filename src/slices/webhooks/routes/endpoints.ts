import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  moveEndpoint,
  rotateSecret,
} from '../commands/manage-endpoints.ts';
import { recover } from '../commands/recover.ts';
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

const anyone = routesFor({ tag: 'Webhooks', access: 'anyone' });
const manage = routesFor({ tag: 'Webhooks', access: 'authenticated', permission: 'webhooks.manage' });

export function endpointRoutes(platform: Platform, tools: WebhookTools, wake: () => void): Route[] {
  const { db } = platform.database;
  return [
    anyone.get('/webhooks/events', 'listWebhookEvents', 'What an endpoint can subscribe to', {
      response: EventList,
      handle: async () => readEventList(tools),
    }),
    manage.list('/webhooks/endpoints', 'listWebhookEndpoints', 'Webhook endpoints', {
      description: 'Secrets are never among what is read.',
      query: EndpointQuery,
      response: EndpointPage,
      handle: (call, { query }) => readEndpoints(db, tools, call, query),
    }),
    manage.act('/webhooks/endpoints', 'createWebhookEndpoint', 'Create a webhook endpoint', {
      description: 'The answer holds the signing secret, once. At most 50 endpoints an organization.',
      body: EndpointCreate,
      response: EndpointWithSecret,
      refuses: ['organization_required', 'conflict'],
      handle: (call, { body }) => createEndpoint(platform, tools, call, body),
    }),
    manage.read('/webhooks/endpoints/{id}', 'readWebhookEndpoint', 'A webhook endpoint', {
      response: Endpoint,
      handle: (call, { params }) => readEndpoint(db, tools, call, params.id),
    }),
    manage.change('/webhooks/endpoints/{id}', 'changeWebhookEndpoint', 'Change a webhook endpoint', {
      body: EndpointChange,
      response: Endpoint,
      handle: (call, { params, body }) => changeEndpoint(platform, tools, call, params.id, body),
    }),
    manage.remove('/webhooks/endpoints/{id}', 'deleteWebhookEndpoint', 'Delete a webhook endpoint', {
      description: 'The history of its deliveries stays for 90 days.',
      handle: (call, { params }) => deleteEndpoint(platform, tools, call, params.id),
    }),
    ...manage.moves(
      '/webhooks/endpoints',
      'WebhookEndpoint',
      { activate: 'Send to an endpoint again', deactivate: 'Send nothing more to an endpoint' },
      {
        response: EndpointMoved,
        handle: (call, id, move) => moveEndpoint(platform, tools, call, id, move),
      },
    ),
    ...careRoutes(platform, tools, wake),
  ];
}

function careRoutes(platform: Platform, tools: WebhookTools, wake: () => void): Route[] {
  return [
    manage.act(
      '/webhooks/endpoints/{id}/rotate-secret',
      'rotateWebhookSecret',
      'Replace the signing secret',
      {
        description: 'The answer holds the new secret, once. The one before signs too for 24 hours.',
        response: RotateAnswer,
        handle: (call, { params }) => rotateSecret(platform, tools, call, params.id),
      },
    ),
    manage.act('/webhooks/endpoints/{id}/test', 'testWebhookEndpoint', 'Send a test event to an endpoint', {
      description: 'Sends `webhook.test` to this endpoint alone, whatever it has subscribed to.',
      response: AttemptAnswer,
      refuses: ['endpoint_inactive'],
      handle: (call, { params }) => sendTest(platform, tools, call, params.id, wake),
    }),
    manage.act(
      '/webhooks/endpoints/{id}/recover',
      'recoverWebhookEndpoint',
      'Send what an endpoint has missed',
      {
        description:
          'Queues every event since then that it has subscribed to and has not received: failed, given up, or missed while it was inactive.',
        body: RecoverRequest,
        response: RecoverAnswer,
        refuses: ['endpoint_inactive'],
        handle: (call, { params, body }) => recover(platform, tools, call, params.id, body.since, wake),
      },
    ),
    manage.read('/webhooks/endpoints/{id}/statistics', 'readWebhookStatistics', 'How an endpoint fares', {
      query: StatisticsQuery,
      response: Statistics,
      handle: (call, { params, query }) =>
        readStatistics(platform.database.db, tools, call, params.id, query.since),
    }),
  ];
}
