import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, lockAll } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import type { WebhookTools } from '../gate.ts';
import { presentEndpoint } from '../present.ts';
import type { EndpointCreateInput, EndpointWithSecretBody } from '../schema/endpoints.ts';
import { countEndpoints, insertEndpoint } from '../sql/endpoints.ts';
import { checkEndpoint } from './check-endpoint.ts';
import { newSecret, sealSecret } from './sign.ts';

const mostEndpoints = 50;

export async function createEndpoint(
  platform: Platform,
  tools: WebhookTools,
  call: Call,
  input: EndpointCreateInput,
): Promise<EndpointWithSecretBody> {
  const { database } = platform;
  const organizationId = await tools.gate(call, input.organization_id);
  return await inTransaction(database, call, async (tx) => {
    const values = checkEndpoint(platform, input, tools.eventNames());
    await lockAll(tx, 'webhook_endpoints', [organizationId]);
    if ((await countEndpoints(tx, organizationId)) >= mostEndpoints)
      throw refuse(
        'conflict',
        `An organization has at most ${mostEndpoints} endpoints. Delete one that is no longer needed.`,
      );
    const secret = newSecret();
    const row = await insertEndpoint(
      tx,
      { ...values, organizationId, createdBy: call.actor.kind === 'person' ? call.actor.userId : null },
      (id) => sealSecret(database.sealer, id, secret),
      call.now,
    );
    await writeAudit(tx, call, {
      organizationId,
      action: 'webhook_endpoint.created',
      objectType: 'webhook_endpoint',
      objectId: row.id,
      after: values,
    });
    return { ...presentEndpoint(row), secret };
  });
}
