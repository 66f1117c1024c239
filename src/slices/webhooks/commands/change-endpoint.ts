import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { checkIfMatch } from '#platform/http/etag.ts';
import type { Platform } from '#platform/slice.ts';
import { holdEndpoint, readAllowed, type WebhookTools } from '../gate.ts';
import { presentEndpoint } from '../present.ts';
import { Endpoint, type EndpointBody, type EndpointChangeInput } from '../schema/endpoints.ts';
import { activate, deactivate, type EndpointRow, markDeleted, updateEndpoint } from '../sql/endpoints.ts';
import { checkEndpoint } from './check-endpoint.ts';

/** What a command of this file does with the endpoint while it holds it. */
async function withEndpoint<Answer>(
  platform: Platform,
  tools: WebhookTools,
  call: Call,
  id: number,
  work: (tx: Tx, row: EndpointRow) => Promise<Answer>,
): Promise<Answer> {
  await readAllowed(platform.database.db, tools, call, id);
  return await inTransaction(
    platform.database,
    call,
    async (tx) => await work(tx, await holdEndpoint(tx, id)),
  );
}

export async function changeEndpoint(
  platform: Platform,
  tools: WebhookTools,
  call: Call,
  id: number,
  change: EndpointChangeInput,
): Promise<EndpointBody> {
  return await withEndpoint(platform, tools, call, id, async (tx, row) => {
    checkIfMatch(call, Endpoint, presentEndpoint(row));
    const before = { name: row.name, url: row.url, events: row.events };
    const values = checkEndpoint(platform, { ...before, ...change }, tools.eventNames());
    await updateEndpoint(tx, id, values, call.now);
    await writeAudit(tx, call, { ...entry(row), action: 'webhook_endpoint.changed', before, after: values });
    return presentEndpoint(await holdEndpoint(tx, id));
  });
}

export type Move = 'activate' | 'deactivate';
const moves = {
  activate: {
    status: 'active',
    action: 'webhook_endpoint.activated',
    message: 'Active: events are sent from now on.',
  },
  deactivate: {
    status: 'inactive',
    action: 'webhook_endpoint.deactivated',
    message: 'Inactive: nothing is sent any more. What was missed can be recovered later.',
  },
} as const;

/** An endpoint that was activated hears what happens from now on; what it has missed is brought by a recovery. */
export async function moveEndpoint(
  platform: Platform,
  tools: WebhookTools,
  call: Call,
  id: number,
  move: Move,
): Promise<{ success: boolean; message: string; endpoint: EndpointBody }> {
  return await withEndpoint(platform, tools, call, id, async (tx, row) => {
    const { status, action, message } = moves[move];
    if (row.status !== status) {
      if (move === 'activate') await activate(tx, id, call.now);
      else await deactivate(tx, id, 'manual', call.now);
      await writeAudit(tx, call, {
        ...entry(row),
        action,
        before: { status: row.status },
        after: { status },
      });
    }
    return { success: true, message, endpoint: presentEndpoint(await holdEndpoint(tx, id)) };
  });
}

/** The history of its deliveries stays as long as any other. */
export async function deleteEndpoint(
  platform: Platform,
  tools: WebhookTools,
  call: Call,
  id: number,
): Promise<void> {
  await withEndpoint(platform, tools, call, id, async (tx, row) => {
    await markDeleted(tx, id, call.now);
    const before = { name: row.name, url: row.url, events: row.events, status: row.status };
    await writeAudit(tx, call, { ...entry(row), action: 'webhook_endpoint.deleted', before });
    return null;
  });
}

function entry(row: EndpointRow) {
  return { organizationId: row.organization_id, objectType: 'webhook_endpoint', objectId: row.id } as const;
}
