import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { AttemptBody } from './schema/deliveries.ts';
import type { EndpointBody } from './schema/endpoints.ts';
import type { AttemptRow } from './sql/attempts.ts';
import type { EndpointRow } from './sql/endpoints.ts';

export function presentEndpoint(row: EndpointRow): EndpointBody {
  return {
    ...row,
    inactive_since: formatOptionalInstant(row.inactive_since),
    previous_secret_until: formatOptionalInstant(row.previous_secret_until),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}

export function presentAttempt(row: AttemptRow): AttemptBody {
  const { event_id, event_at: _, event_type, number, ...shown } = row;
  return {
    ...shown,
    attempt_id: row.id,
    envelope_id: event_id,
    event: event_type,
    attempt: number,
    next_attempt_at: formatOptionalInstant(row.next_attempt_at),
    created_at: formatInstant(row.created_at),
    finished_at: formatOptionalInstant(row.finished_at),
  };
}
