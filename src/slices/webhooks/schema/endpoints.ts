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
  Title,
} from '#platform/http/schema.ts';

const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'A public https address.',
  examples: ['https://example.org/hooks/muster'],
});
export const EventName = Type.String({ minLength: 1, maxLength: 100, examples: ['shift.checkin'] });
const EventNames = Type.Array(EventName, {
  minItems: 1,
  maxItems: 100,
  description: 'Event names from `GET /webhooks/events`.',
  examples: [['shift.checkin', 'shift.checkout']],
});
const Secret = Type.String({
  description: 'The signing secret. It’s shown only once.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
});
const Example = Type.Unsafe<unknown>({ description: 'What `data` looks like.' });

export const EventList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        { name: EventName, description: LocalizedText('What happened'), example: Example },
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
        '`manual`: someone deactivated it. `gone`: it responded with 410. `failing`: no success for five days.',
    }),
  ),
  inactive_since: Nullable(Timestamp),
  previous_secret_until: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Until then, deliveries are also signed with the previous secret.',
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

export const Count = Type.Integer({ minimum: 0 });
export const StatisticsQuery = Type.Object({
  since: Type.Optional({ ...TimestampInput, description: 'Default: the last 24 hours.' }),
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
        description:
          'No deliveries until then, because several failed in a row. After that, one delivery at a time.',
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
    continues: Type.Boolean({ description: 'True if there are more; they’re queued automatically.' }),
  },
  { title: 'RecoverResponse' },
);
