import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { Reader } from '#platform/db/index.ts';
import { cursorsOf, toPage } from '#platform/http/paging.ts';
import { say } from '#platform/language/index.ts';
import { readAllowed, type WebhookTools } from './gate.ts';
import { presentAttempt, presentEndpoint } from './present.ts';
import type { StatusQueryInput } from './schema/deliveries.ts';
import type { EndpointQueryInput } from './schema/endpoints.ts';
import { findAttempt, findBody, selectAttempts, selectDelivery } from './sql/attempts.ts';
import { selectEndpoints, selectMadeBy } from './sql/endpoints.ts';
import { readEndpointStatistics } from './sql/statistics.ts';

const ofEndpoints = cursorsOf('webhook-endpoints', ['number']);
const ofAttempts = cursorsOf('webhook-deliveries', ['number']);

export function readEventList(tools: WebhookTools, language: string) {
  const items = tools
    .catalogue()
    .map(({ type, text, example }) => ({ name: type, description: say(language, text), example }))
    .sort((one, other) => one.name.localeCompare(other.name));
  return { items };
}

export async function readEndpoint(db: Reader, tools: WebhookTools, call: Call, id: number) {
  return presentEndpoint(await readAllowed(db, tools, call, id));
}

export async function readEndpoints(db: Reader, tools: WebhookTools, call: Call, query: EndpointQueryInput) {
  const organizationId = await tools.gate(call, query.organization_id);
  const { limit } = query;
  const after = (ofEndpoints.decode(query.cursor)?.[0] as number | undefined) ?? 0;
  const rows = await selectEndpoints(db, { organizationId, after, limit: limit + 1 });
  return toPage(ofEndpoints, rows, limit, (row) => [row.id], presentEndpoint);
}

export async function readPersonalData(db: Reader, userId: number) {
  const rows = await selectMadeBy(db, userId);
  return { endpoints_made: rows.map((row) => ({ ...row, created_at: formatInstant(row.created_at) })) };
}

const defaultStatisticsHours = 24;

export async function readStatistics(
  db: Reader,
  tools: WebhookTools,
  call: Call,
  id: number,
  sinceText: string | undefined,
) {
  await readAllowed(db, tools, call, id);
  const since =
    sinceText === undefined
      ? call.now.subtract({ hours: defaultStatisticsHours })
      : Temporal.Instant.from(sinceText);
  const row = await readEndpointStatistics(db, id, since, call.now);
  if (!row) throw refuse('not_found');
  return {
    ...row,
    endpoint_id: id,
    since: formatInstant(since),
    last_success_at: formatOptionalInstant(row.last_success_at),
    last_failure_at: formatOptionalInstant(row.last_failure_at),
    failing_since: formatOptionalInstant(row.failing_since),
    paused_until: formatOptionalInstant(row.paused_until),
  };
}

/** Every attempt of an organization, made or waiting, the newest first. */
export async function readStatus(db: Reader, tools: WebhookTools, call: Call, query: StatusQueryInput) {
  const organizationId = await tools.gate(call, query.organization_id);
  const { limit } = query;
  const rows = await selectAttempts(
    db,
    {
      organizationId,
      endpointId: query.endpoint_id,
      eventType: query.event,
      eventId: query.envelope_id,
      status: query.status,
      from: query.from === undefined ? undefined : Temporal.Instant.from(query.from),
      to: query.to === undefined ? undefined : Temporal.Instant.from(query.to),
      before: ofAttempts.decode(query.cursor)?.[0] as number | undefined,
      limit: limit + 1,
    },
    call.now,
  );
  return toPage(
    ofAttempts,
    rows,
    limit,
    (row) => [row.id],
    (row) => presentAttempt(call.language, row),
  );
}

/** A delivery, by the id of any of its attempts. */
export async function readDelivery(db: Reader, tools: WebhookTools, call: Call, attemptId: number) {
  const attempt = await findAttempt(db, attemptId, call.now);
  if (!attempt) throw refuse('not_found');
  await tools.gate(call, attempt.organization_id);
  const attempts = await selectDelivery(db, attempt, call.now);
  return {
    id: attempt.delivery_id,
    envelope_id: attempt.event_id,
    event: attempt.event_type,
    endpoint_id: attempt.endpoint_id,
    organization_id: attempt.organization_id,
    created_at: formatInstant(attempts[0]?.created_at ?? attempt.created_at),
    body: (await findBody(db, attempt)) ?? '',
    attempts: attempts.map((row) => presentAttempt(call.language, row)),
  };
}
