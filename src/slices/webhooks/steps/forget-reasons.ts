import type { Tx } from '#platform/db/index.ts';
import type { EventKey } from '#platform/outbox/index.ts';
import { selectBodies, updateBodies } from '../sql/bodies.ts';

interface Envelope {
  readonly data: { readonly reason?: string | null };
}

/**
 * What is sent of an event is never built twice, but someone who erases their account takes their words along: what still waits
 * or is replayed goes without them.
 */
export async function forgetReasonsSent(tx: Tx, events: readonly EventKey[]): Promise<void> {
  const changed = (await selectBodies(tx, events)).flatMap((row) => {
    const envelope = JSON.parse(row.body) as Envelope;
    if (typeof envelope.data.reason !== 'string') return [];
    const data = { ...envelope.data, reason: null };
    return [{ ...row, body: JSON.stringify({ ...envelope, data }) }];
  });
  await updateBodies(tx, changed);
}
