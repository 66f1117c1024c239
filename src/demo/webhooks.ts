import { sql } from 'kysely';
import type { Call } from '#kernel/call.ts';
import { sortableId } from '#kernel/ids.ts';
import type { Sealer, Tx } from '#platform/db/index.ts';
import { webhookTest } from '#slices/webhooks/events.ts';
import { insertEndpoint } from '#slices/webhooks/sql/endpoints.ts';
import { envelopeText } from '#slices/webhooks/sql/recovery.ts';
import { newSecret, sealSecret } from '#slices/webhooks/steps/sign.ts';

/** Names under `.invalid` never resolve (RFC 2606), so the demo sends nothing to anyone. */
const url = 'https://mailing-list.demo.invalid/hooks/muster';

/** Endpoint 1 of organization 1, with the delivery of a test event. It waits for something that is rare in a demo. */
export async function demoWebhooks(tx: Tx, sealer: Sealer, call: Call): Promise<void> {
  const yesterday = call.now.subtract({ hours: 24 });
  const { id } = await insertEndpoint(
    tx,
    { organizationId: 1, name: 'Mailing list', url, events: ['member.left'], createdBy: null },
    (endpointId) => sealSecret(sealer, endpointId, newSecret()),
    yesterday,
  );
  await insertDelivered(tx, id, yesterday.add({ minutes: 1 }));
}

async function insertDelivered(tx: Tx, endpointId: number, at: Temporal.Instant): Promise<void> {
  const { type, data } = webhookTest(1, { ...webhookTest.example, endpoint_id: endpointId });
  await sql`
    with e as materialized (
      select ${sortableId('evt', at)}::text as id, ${type}::text as type, 1::bigint as organization_id,
        ${at}::timestamptz as created_at, ${JSON.stringify(data)}::jsonb as data, nextval('webhook_attempt_ids') as attempt_id
    ), message as (
      insert into webhook_messages (event_id, event_at, organization_id, event_type, body)
      select e.id, e.created_at, e.organization_id, e.type, ${envelopeText} from e
    )
    insert into webhook_attempts (id, delivery_id, organization_id, endpoint_id, event_id, event_at, event_type, number,
                                  cause, status, response_status, duration_ms, response_body, created_at, finished_at)
    select attempt_id, attempt_id, organization_id, ${endpointId}::bigint, id, created_at, type, 1,
      'test', 'succeeded', 200, 84, 'ok', created_at, created_at
    from e
  `.execute(tx);
}
