import type { Call } from '#kernel/call.ts';
import { type Fault, refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, lockAll } from '#platform/db/index.ts';
import { checkIfMatch } from '#platform/http/etag.ts';
import { checkTarget } from '#platform/outbound/index.ts';
import type { Platform } from '#platform/slice.ts';
import { holdEndpoint, type WebhookTools, withEndpoint } from '../gate.ts';
import { presentEndpoint } from '../present.ts';
import { unknownEvents } from '../rules/subscriptions.ts';
import {
  Endpoint,
  type EndpointBody,
  type EndpointChangeInput,
  type EndpointCreateInput,
  type EndpointWithSecretBody,
} from '../schema/endpoints.ts';
import {
  activate,
  countEndpoints,
  deactivate,
  type EndpointRow,
  type EndpointValues,
  insertEndpoint,
  markDeleted,
  replaceSecret,
  updateEndpoint,
} from '../sql/endpoints.ts';
import { newSecret, sealSecret } from '../steps/sign.ts';

// Endpoints are no `managed` kind (#platform/managed.ts): they have no drafts, nobody but those who manage them sees one,
// they are deleted instead of archived, and their gate is handed in and asked before the transaction.
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
      objectId: row.id,
      after: values,
    });
    return { ...presentEndpoint(row), secret };
  });
}

const overlapHours = 24;

/** The answer is the only place where the new secret is ever shown. */
export async function rotateSecret(platform: Platform, tools: WebhookTools, call: Call, id: number) {
  return await withEndpoint(platform, tools, call, id, async (tx, row) => {
    const secret = newSecret();
    const previousUntil = call.now.add({ hours: overlapHours });
    const sealed = sealSecret(platform.database.sealer, id, secret);
    await replaceSecret(tx, id, { secret: sealed, previousUntil }, call.now);
    await writeAudit(tx, call, {
      ...entry(row),
      action: 'webhook_endpoint.secret_rotated',
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

/** Refuses an address that may not be reached and events that do not exist, all faults at once. */
function checkEndpoint(
  platform: Platform,
  { name, url, events }: EndpointValues,
  known: readonly string[],
): EndpointValues {
  const target = checkTarget(url, platform.config.allowTargets);
  const faults: Fault[] = [
    ...(target.ok ? [] : [{ path: 'url', code: target.code, message: target.message }]),
    ...unknownEvents('events', events, known),
  ];
  const [first] = faults;
  if (first || !target.ok)
    throw refuse('validation_failed', first && `${first.path}: ${first.message}`, faults);
  return { name: name.trim(), url: target.url.href, events: [...new Set(events)] };
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
  return { organizationId: row.organization_id, objectId: row.id } as const;
}
