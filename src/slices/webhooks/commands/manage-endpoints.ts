import type { Call } from '#kernel/call.ts';
import { type FieldError, refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { changesOf } from '#platform/changes.ts';
import { inTransaction, lockAll } from '#platform/db/index.ts';
import { checkIfMatch } from '#platform/http/etag.ts';
import { checkTarget } from '#platform/outbound/index.ts';
import type { Platform } from '#platform/slice.ts';
import { webhookErrors } from '../errors.ts';
import { requireEndpoint, type WebhookTools, withEndpoint } from '../gate.ts';
import { webhookTexts } from '../messages/index.ts';
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
      throw refuse(webhookErrors.too_many_endpoints('organization_id', { limit: mostEndpoints }));
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
      message: webhookTexts.say(call.language, 'answers.secret', { hours: overlapHours }),
      id,
      secret,
      previous_secret_until: formatInstant(previousUntil),
    };
  });
}

/** Refuses an address that may not be reached and events that don't exist, all errors at once. */
function checkEndpoint(
  platform: Platform,
  { name, url, events }: EndpointValues,
  known: readonly string[],
): EndpointValues {
  const target = checkTarget(url, platform.config.allowTargets);
  const [first, ...others]: FieldError[] = [
    ...(target.ok ? [] : [{ ...target.error, path: 'url' }]),
    ...unknownEvents(events, known, (index) => `events.${index}`),
  ];
  if (first || !target.ok) throw refuse(first ?? 'validation_failed', ...others);
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
    if (!changesOf(before, values)) return presentEndpoint(row);
    await updateEndpoint(tx, id, values, call.now);
    await writeAudit(tx, call, { ...entry(row), action: 'webhook_endpoint.changed', before, after: values });
    return presentEndpoint(await requireEndpoint(tx, id));
  });
}

export type Move = 'activate' | 'deactivate';
const moves = {
  activate: { status: 'active', action: 'webhook_endpoint.activated' },
  deactivate: { status: 'inactive', action: 'webhook_endpoint.deactivated' },
} as const;

/** An activated endpoint gets events from now on; a recovery sends what it has missed. */
export async function moveEndpoint(
  platform: Platform,
  tools: WebhookTools,
  call: Call,
  id: number,
  move: Move,
): Promise<{ success: boolean; message: string; endpoint: EndpointBody }> {
  return await withEndpoint(platform, tools, call, id, async (tx, row) => {
    const { status, action } = moves[move];
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
    const message = webhookTexts.say(call.language, `answers.${move}`);
    return { success: true, message, endpoint: presentEndpoint(await requireEndpoint(tx, id)) };
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
