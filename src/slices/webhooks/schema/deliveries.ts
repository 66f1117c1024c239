import { type Static, Type } from 'typebox';
import {
  Id,
  LocalizedText,
  Nullable,
  Page,
  PageQuery,
  StringEnum,
  Success,
  Timestamp,
  TimestampInput,
} from '#platform/http/schema.ts';
import { Count, EventName } from './endpoints.ts';

const EnvelopeId = Type.String({
  maxLength: 100,
  description: 'The same on every retry and replay.',
  examples: ['evt_019a8c2f4b7d00112233445566778899'],
});

const attemptStatuses = ['pending', 'delivering', 'succeeded', 'failed', 'given_up', 'cancelled'] as const;
const AttemptStatus = StringEnum(attemptStatuses, {
  description:
    '`failed`: another attempt follows. `given_up`: it was the last one. `cancelled`: the endpoint was deactivated first.',
});
const attempt = {
  id: Type.Integer({ minimum: 1, description: 'Id of the attempt. Use it to replay the delivery.' }),
  attempt_id: Type.Integer({ minimum: 1, description: 'The same as `id`.' }),
  delivery_id: Type.Integer({ minimum: 1, description: 'Id of the first attempt of this delivery.' }),
  envelope_id: EnvelopeId,
  event: EventName,
  endpoint_id: Id,
  organization_id: Id,
  status: AttemptStatus,
  attempt: Type.Integer({ minimum: 1, description: 'Number of the attempt, starting at 1.' }),
  cause: StringEnum(['event', 'retry', 'replay', 'recovery', 'test'] as const),
  response_status: Nullable(Type.Integer()),
  duration_ms: Nullable(Type.Integer()),
  response_body: Nullable(Type.String({ description: 'The first 1,024 bytes of the response, as text.' })),
  error_code: Nullable(Type.String()),
  error: Nullable(LocalizedText('Why it failed')),
  next_attempt_at: Nullable(Timestamp),
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
};
export const Attempt = Type.Object(attempt, { title: 'WebhookAttempt' });
export type AttemptBody = Static<typeof Attempt>;
export const AttemptPage = Page('WebhookAttemptList', Attempt);
export const AttemptAnswer = Type.Object(
  { ...Success.properties, delivery: Attempt },
  { title: 'WebhookDeliveryResponse' },
);

export const StatusQuery = Type.Object({
  ...PageQuery,
  organization_id: Type.Optional(Id),
  endpoint_id: Type.Optional(Id),
  event: Type.Optional(EventName),
  status: Type.Optional(AttemptStatus),
  envelope_id: Type.Optional(EnvelopeId),
  from: Type.Optional(TimestampInput),
  to: Type.Optional(TimestampInput),
});
export type StatusQueryInput = Static<typeof StatusQuery>;

export const Delivery = Type.Object(
  {
    id: Id,
    envelope_id: EnvelopeId,
    event: EventName,
    endpoint_id: Id,
    organization_id: Id,
    created_at: Timestamp,
    body: Type.String({ description: 'The exact bytes that are sent.' }),
    attempts: Type.Array(Attempt),
  },
  { title: 'WebhookDelivery' },
);

const IncomingEvent = Type.Object(
  {
    type: EventName,
    organization_id: Id,
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Up to 256 KiB.',
    }),
  },
  { title: 'IncomingEvent' },
);
export type IncomingEventInput = Static<typeof IncomingEvent>;
export const ProcessEventsRequest = Type.Object(
  { events: Type.Optional(Type.Array(IncomingEvent, { maxItems: 100 })) },
  { title: 'ProcessEventsRequest' },
);
export const ProcessEventsAnswer = Type.Object(
  {
    success: Type.Boolean(),
    accepted: Type.Integer({ minimum: 0, description: 'Events accepted.' }),
    processed: Type.Integer({ minimum: 0, description: 'Delivery attempts made, successful or not.' }),
    delivered: Count,
    failed: Count,
    remaining: Type.Integer({
      minimum: 0,
      description:
        'Events and deliveries that are still due. Of a long queue, only the first 10,000 are counted.',
    }),
  },
  { title: 'ProcessEventsResponse' },
);
export type ProcessAnswerBody = Static<typeof ProcessEventsAnswer>;
