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
    anyone.get('/webhooks/events', 'listWebhookEvents', 'List event types', {
      description: 'Every event that an endpoint can subscribe to, with an example of its data.',
      response: EventList,
      handle: async (call) => readEventList(tools, call.language),
    }),
    manage.list('/webhooks/endpoints', 'listWebhookEndpoints', 'List webhook endpoints', {
      description: 'Signing secrets are not included.',
      query: EndpointQuery,
      response: EndpointPage,
      handle: (call, { query }) => readEndpoints(db, tools, call, query),
    }),
    manage.act('/webhooks/endpoints', 'createWebhookEndpoint', 'Create a webhook endpoint', {
      description:
        'The response has the signing secret. It’s shown only once. An organization can have 50 endpoints.',
      body: EndpointCreate,
      response: EndpointWithSecret,
      refuses: ['organization_required', 'conflict'],
      handle: (call, { body }) => createEndpoint(platform, tools, call, body),
    }),
    manage.read('/webhooks/endpoints/{id}', 'readWebhookEndpoint', 'Get a webhook endpoint', {
      description: 'Without its signing secret.',
      response: Endpoint,
      handle: (call, { params }) => readEndpoint(db, tools, call, params.id),
    }),
    manage.change('/webhooks/endpoints/{id}', 'changeWebhookEndpoint', 'Change a webhook endpoint', {
      description: 'Fields that you leave out keep their value.',
      body: EndpointChange,
      response: Endpoint,
      handle: (call, { params, body }) => changeEndpoint(platform, tools, call, params.id, body),
    }),
    manage.remove('/webhooks/endpoints/{id}', 'deleteWebhookEndpoint', 'Delete a webhook endpoint', {
      description: 'Its delivery history is kept for 90 days.',
      handle: (call, { params }) => deleteEndpoint(platform, tools, call, params.id),
    }),
    ...manage.moves(
      '/webhooks/endpoints',
      'WebhookEndpoint',
      {
        activate: [
          'Activate a webhook endpoint',
          'Deliveries start again. Use `recover` for the events that it missed.',
        ],
        deactivate: ['Deactivate a webhook endpoint', 'Nothing more is sent to it.'],
      },
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
    manage.act('/webhooks/endpoints/{id}/rotate-secret', 'rotateWebhookSecret', 'Rotate the signing secret', {
      description:
        'The response has the new secret. It’s shown only once. For 24 hours, deliveries are signed with both.',
      response: RotateAnswer,
      handle: (call, { params }) => rotateSecret(platform, tools, call, params.id),
    }),
    manage.act('/webhooks/endpoints/{id}/test', 'testWebhookEndpoint', 'Send a test event', {
      description: 'Sends `webhook.test` to this endpoint, whatever it subscribes to.',
      response: AttemptAnswer,
      refuses: ['endpoint_inactive'],
      handle: (call, { params }) => sendTest(platform, tools, call, params.id, wake),
    }),
    manage.act('/webhooks/endpoints/{id}/recover', 'recoverWebhookEndpoint', 'Send missed events again', {
      description:
        'Queues every event since `since` that the endpoint subscribes to and hasn’t received: failed, given up, or missed while it was inactive.',
      body: RecoverRequest,
      response: RecoverAnswer,
      refuses: ['endpoint_inactive'],
      handle: (call, { params, body }) => recover(platform, tools, call, params.id, body.since, wake),
    }),
    manage.read('/webhooks/endpoints/{id}/statistics', 'readWebhookStatistics', 'Get endpoint statistics', {
      description: 'Counts, response times and failures since `since`, by default the last 24 hours.',
      query: StatisticsQuery,
      response: Statistics,
      handle: (call, { params, query }) =>
        readStatistics(platform.database.db, tools, call, params.id, query.since),
    }),
  ];
}
