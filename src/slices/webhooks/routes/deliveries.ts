import { type Route, route } from '#platform/http/route.ts';
import type { Platform } from '#platform/slice.ts';
import { processEvents } from '../commands/process-events.ts';
import { replay } from '../commands/replay.ts';
import type { WebhookTools } from '../gate.ts';
import { readDelivery, readStatus } from '../reads.ts';
import {
  AttemptAnswer,
  AttemptPage,
  AttemptPath,
  Delivery,
  ProcessEventsAnswer,
  ProcessEventsRequest,
  StatusQuery,
} from '../schema/deliveries.ts';

const manage = { tag: 'Webhooks', access: 'authenticated', permission: 'webhooks.manage' } as const;

export function deliveryRoutes(platform: Platform, tools: WebhookTools, wake: () => void): Route[] {
  const { db } = platform.database;
  return [
    route({
      ...manage,
      method: 'GET',
      path: '/webhooks/status',
      operationId: 'readWebhookStatus',
      summary: 'How deliveries went',
      description: 'Every attempt of the last 90 days, made or waiting, the newest first.',
      query: StatusQuery,
      response: AttemptPage,
      refuses: ['forbidden', 'not_found', 'organization_required'],
      handle: (call, { query }) => readStatus(db, tools, call, query),
    }),
    route({
      ...manage,
      method: 'GET',
      path: '/webhooks/deliveries/{attemptId}',
      operationId: 'readWebhookDelivery',
      summary: 'A delivery: what was sent, and every attempt',
      params: AttemptPath,
      response: Delivery,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { params }) => readDelivery(db, tools, call, params.attemptId),
    }),
    route({
      ...manage,
      method: 'POST',
      path: '/webhooks/deliveries/{attemptId}/replay',
      operationId: 'replayWebhookDelivery',
      summary: 'Send a delivery again',
      description: 'The same envelope id and the same bytes, to an active endpoint, one at a time.',
      params: AttemptPath,
      response: AttemptAnswer,
      refuses: ['forbidden', 'not_found', 'endpoint_inactive', 'replay_in_progress'],
      handle: (call, { params }) => replay(platform, tools, call, params.attemptId, wake),
    }),
    route({
      method: 'POST',
      tag: 'Webhooks',
      access: 'authenticated',
      permission: 'jobs.run',
      path: '/webhooks/process',
      operationId: 'processWebhooks',
      summary: 'Take events in and deliver what is due now',
      description:
        'For operators and other systems. Events taken in here are sent to webhook endpoints and have no other effect. Answers within about 20 seconds.',
      body: ProcessEventsRequest,
      bodyOptional: true,
      response: ProcessEventsAnswer,
      refuses: ['forbidden', 'not_found'],
      handle: (call, { body }) => processEvents(platform, tools, call, body.events ?? []),
    }),
  ];
}
