import type { Call } from '#kernel/call.ts';
import type { Platform, Slice } from '#platform/slice.ts';
import { aggregateHours } from '#slices/hours/index.ts';
import { sendReminders } from '#slices/notifications/index.ts';
import type { Tools } from '#slices/operations/index.ts';
import { authorizeJobs, findOrganization, selectAdministrators } from '#slices/organizations/index.ts';
import type { WebhookTools } from '#slices/webhooks/index.ts';
import { processDue, relayUntil } from './background.ts';

type Gate = (call: Call, organizationId: number | undefined) => Promise<number>;

/** What the slice of operations may run, taken from the doors of the others. */
export function toolsFor(slices: readonly Slice[], platform: Platform, gate: Gate): Tools {
  return {
    gate,
    gateAnywhere: (call) => authorizeJobs(platform.database.db, call),
    tasks: slices.flatMap((slice) => slice.dailyTasks?.(platform) ?? []),
    process: (limit, scope) => processDue(slices, platform, limit, scope),
    aggregateHours: (call, filter) => aggregateHours(platform, call, filter),
    sendReminders: (call, filter) => sendReminders(platform, call, filter),
  };
}

/** What the slice of webhooks needs of the others, taken from their doors. */
export function webhookTools(
  slices: readonly Slice[],
  platform: Platform,
  gates: { manage: Gate; run: Gate },
): WebhookTools {
  const { db } = platform.database;
  const catalogue = () => slices.flatMap((slice) => slice.events ?? []);
  return {
    gate: gates.manage,
    gateEvents: gates.run,
    gateAnywhere: (call) => authorizeJobs(db, call),
    catalogue,
    eventNames: () => catalogue().map(({ type }) => type),
    async administrators(organizationId) {
      const organization = (await findOrganization(db, organizationId))?.name ?? '';
      return { organization, people: await selectAdministrators(db, organizationId) };
    },
    relay: (deadlineMs) => relayUntil(slices, platform, deadlineMs),
  };
}
