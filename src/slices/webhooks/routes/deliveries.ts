import { type Route, routesFor } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { processEvents } from '../commands/process-events.ts';
import { replay } from '../commands/replay.ts';
import type { WebhookTools } from '../gate.ts';
import { readDelivery, readStatus } from '../reads.ts';
import {
  AttemptAnswer,
  AttemptPage,
  Delivery,
  ProcessEventsAnswer,
  ProcessEventsRequest,
  StatusQuery,
} from '../schema/deliveries.ts';

const jobs = routesFor({ tag: 'Webhooks', access: 'authenticated', permission: 'jobs.run' });
const manage = routesFor({ tag: 'Webhooks', access: 'authenticated', permission: 'webhooks.manage' });

export function deliveryRoutes(platform: Platform, tools: WebhookTools, wake: () => void): Route[] {
  const { db } = platform.database;
  return [
    manage.list('/webhooks/status', 'readWebhookStatus', 'List delivery attempts', {
      description: 'Made and waiting ones of the last 90 days, newest first.',
      query: StatusQuery,
      response: AttemptPage,
      handle: (call, { query }) => readStatus(db, tools, call, query),
    }),
    manage.read('/webhooks/deliveries/{attemptId}', 'readWebhookDelivery', 'Get a delivery', {
      description: 'The bytes that are sent, and every attempt.',
      response: Delivery,
      handle: (call, { params }) => readDelivery(db, tools, call, params.attemptId),
    }),
    manage.act('/webhooks/deliveries/{attemptId}/replay', 'replayWebhookDelivery', 'Send a delivery again', {
      description: 'The same bytes with the same envelope id. The endpoint must be active.',
      response: AttemptAnswer,
      refuses: ['endpoint_inactive', 'replay_in_progress'],
      handle: (call, { params }) => replay(platform, tools, call, params.attemptId, wake),
    }),
    jobs.act('/webhooks/process', 'processWebhooks', 'Deliver due webhooks now', {
      description:
        'For operators and other systems. `events` accepts events from other systems: they’re sent to endpoints and have no other effect. Endpoints that pause after failures are tried too, one delivery at a time. Responds within about 20 seconds.',
      body: ProcessEventsRequest,
      bodyOptional: true,
      response: ProcessEventsAnswer,
      handle: (call, { body }) => processEvents(platform, tools, call, body.events ?? []),
    }),
  ];
}
