import { type Static, Type } from 'typebox';
import {
  Id,
  Nullable,
  Page,
  PageQuery,
  StringEnum,
  Success,
  Timestamp,
  TimestampInput,
  Title,
} from '#platform/http/schema.ts';

const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'Where deliveries are posted to: https, a public address.',
  examples: ['https://example.org/hooks/muster'],
});
const EventName = Type.String({ minLength: 1, maxLength: 100, examples: ['shift.checkin'] });
const EventNames = Type.Array(EventName, {
  minItems: 1,
  maxItems: 100,
  description: 'Names from GET /webhooks/events.',
  examples: [['shift.checkin', 'shift.checkout']],
});
const EnvelopeId = Type.String({
  maxLength: 100,
  description: 'The same on every retry and replay.',
  examples: ['evt_019a8c2f4b7d00112233445566778899'],
});
const Secret = Type.String({
  description: 'Signs the deliveries. Shown here and never again.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
});
const Example = Type.Unsafe<unknown>({ description: 'What `data` looks like.' });

export const EventList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        { name: EventName, description: Type.String(), example: Example },
        { title: 'WebhookEvent' },
      ),
    ),
  },
  { title: 'WebhookEventList' },
);

const endpoint = {
  id: Id,
  organization_id: Id,
  name: Type.String(),
  url: Url,
  events: EventNames,
  status: StringEnum(['active', 'inactive'] as const),
  inactive_reason: Nullable(
    Type.String({
      description:
        'manual: somebody has deactivated it. gone: it answered 410. failing: no success for five days.',
    }),
  ),
  inactive_since: Nullable(Timestamp),
  previous_secret_until: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Until then the secret before the last rotation signs too.',
    }),
  ),
  created_by: Nullable(Id),
  created_at: Timestamp,
  updated_at: Timestamp,
};
export const Endpoint = Type.Object(endpoint, { title: 'WebhookEndpoint' });
export type EndpointBody = Static<typeof Endpoint>;
export const EndpointPage = Page('WebhookEndpointList', Endpoint);
export const EndpointWithSecret = Type.Object(
  { ...endpoint, secret: Secret },
  { title: 'WebhookEndpointWithSecret' },
);
export type EndpointWithSecretBody = Static<typeof EndpointWithSecret>;
export const EndpointMoved = Type.Object(
  { ...Success.properties, endpoint: Endpoint },
  { title: 'WebhookEndpointResponse' },
);

export const EndpointQuery = Type.Object({ ...PageQuery, organization_id: Type.Optional(Id) });
export type EndpointQueryInput = Static<typeof EndpointQuery>;
export const EndpointCreate = Type.Object(
  { organization_id: Type.Optional(Id), name: Title, url: Url, events: EventNames },
  { title: 'WebhookEndpointCreate' },
);
export type EndpointCreateInput = Static<typeof EndpointCreate>;
export const EndpointChange = Type.Object(
  { name: Type.Optional(Title), url: Type.Optional(Url), events: Type.Optional(EventNames) },
  { title: 'WebhookEndpointChange' },
);
export type EndpointChangeInput = Static<typeof EndpointChange>;

export const RotateAnswer = Type.Object(
  { ...Success.properties, id: Id, secret: Secret, previous_secret_until: Timestamp },
  { title: 'RotateSecretResponse' },
);

const Count = Type.Integer({ minimum: 0 });
export const StatisticsQuery = Type.Object({
  since: Type.Optional({ ...TimestampInput, description: 'Left out: the last 24 hours.' }),
});
export const Statistics = Type.Object(
  {
    endpoint_id: Id,
    since: Timestamp,
    succeeded: Count,
    failed: Count,
    given_up: Count,
    cancelled: Count,
    waiting: Count,
    delivering: Count,
    average_duration_ms: Nullable(Type.Integer()),
    slowest_duration_ms: Nullable(Type.Integer()),
    last_success_at: Nullable(Timestamp),
    last_failure_at: Nullable(Timestamp),
    consecutive_failures: Count,
    failing_since: Nullable(Timestamp),
    paused_until: Nullable(
      Type.String({
        format: 'date-time',
        description: 'After several failures in a row, one delivery at a time tries again from then on.',
      }),
    ),
  },
  { title: 'WebhookStatistics' },
);

export const RecoverRequest = Type.Object({ since: TimestampInput }, { title: 'RecoverRequest' });
export const RecoverAnswer = Type.Object(
  {
    ...Success.properties,
    queued: Count,
    continues: Type.Boolean({ description: 'There is more; it follows by itself.' }),
  },
  { title: 'RecoverResponse' },
);

const attemptStatuses = ['pending', 'delivering', 'succeeded', 'failed', 'given_up', 'cancelled'] as const;
const AttemptStatus = StringEnum(attemptStatuses, {
  description:
    'failed: another attempt follows. given_up: none does. cancelled: the endpoint was deactivated before it was made.',
});
const attempt = {
  id: Type.Integer({ minimum: 1, description: 'Of the attempt: what a replay names.' }),
  attempt_id: Type.Integer({ minimum: 1, description: 'The same as `id`.' }),
  delivery_id: Type.Integer({ minimum: 1, description: 'Of the delivery: the id of its first attempt.' }),
  envelope_id: EnvelopeId,
  event: EventName,
  endpoint_id: Id,
  organization_id: Id,
  status: AttemptStatus,
  attempt: Type.Integer({ minimum: 1, description: 'The first, the second, and so on, of this delivery.' }),
  cause: StringEnum(['event', 'retry', 'replay', 'recovery', 'test'] as const),
  response_status: Nullable(Type.Integer()),
  duration_ms: Nullable(Type.Integer()),
  response_body: Nullable(Type.String({ description: 'The first 1,024 bytes of the answer, as text.' })),
  error_code: Nullable(Type.String()),
  error: Nullable(Type.String()),
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

export const AttemptPath = Type.Object({ attemptId: Id });
export const Delivery = Type.Object(
  {
    id: Id,
    envelope_id: EnvelopeId,
    event: EventName,
    endpoint_id: Id,
    organization_id: Id,
    created_at: Timestamp,
    body: Type.String({ description: 'What is sent, byte for byte.' }),
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
      description: 'At most 256 KiB.',
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
    accepted: Type.Integer({ minimum: 0, description: 'Events taken in.' }),
    processed: Type.Integer({ minimum: 0, description: 'Attempts made: delivered and failed.' }),
    delivered: Count,
    failed: Count,
    remaining: Type.Integer({ minimum: 0, description: 'What is due and not done yet.' }),
  },
  { title: 'ProcessEventsResponse' },
);
export type ProcessAnswerBody = Static<typeof ProcessEventsAnswer>;
