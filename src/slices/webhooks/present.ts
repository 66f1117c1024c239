import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import { isDeliveryError, webhookTexts } from './messages/index.ts';
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

/** Why it failed is said in the reader's language; the row has only a code. */
export function presentAttempt(language: string, row: AttemptRow): AttemptBody {
  const { event_id, event_at: _, event_type, number, ...shown } = row;
  return {
    ...shown,
    error: errorText(language, row),
    attempt_id: row.id,
    envelope_id: event_id,
    event: event_type,
    attempt: number,
    next_attempt_at: formatOptionalInstant(row.next_attempt_at),
    created_at: formatInstant(row.created_at),
    finished_at: formatOptionalInstant(row.finished_at),
  };
}

function errorText(language: string, { error_code: code, response_status }: AttemptRow): string | null {
  if (code === null) return null;
  const status = String(response_status);
  return webhookTexts.say(language, `delivery.${isDeliveryError(code) ? code : 'internal'}`, { status });
}
