import type { Call } from '#kernel/call.ts';
import { formatInstant } from '#kernel/time.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { holdEndpoint, readAllowed, type WebhookTools } from '../gate.ts';
import { replaceSecret } from '../sql/endpoints.ts';
import { newSecret, sealSecret } from './sign.ts';

const overlapHours = 24;

/** The answer is the only place where the new secret is ever shown. */
export async function rotateSecret(platform: Platform, tools: WebhookTools, call: Call, id: number) {
  const { database } = platform;
  await readAllowed(database.db, tools, call, id);
  return await inTransaction(database, call, async (tx) => {
    const row = await holdEndpoint(tx, id);
    const secret = newSecret();
    const previousUntil = call.now.add({ hours: overlapHours });
    const sealed = sealSecret(database.sealer, id, secret);
    await replaceSecret(tx, id, { secret: sealed, previousUntil }, call.now);
    await writeAudit(tx, call, {
      organizationId: row.organization_id,
      action: 'webhook_endpoint.secret_rotated',
      objectType: 'webhook_endpoint',
      objectId: id,
      after: { previous_secret_until: formatInstant(previousUntil) },
    });
    return {
      success: true,
      message: `Keep the secret: it is not shown again. The one before signs too for ${overlapHours} hours.`,
      id,
      secret,
      previous_secret_until: formatInstant(previousUntil),
    };
  });
}
