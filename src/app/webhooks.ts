import type { Call } from '#kernel/call.ts';
import type { Platform } from '#platform/slice.ts';
import { findOrganization, selectAdministrators } from '#slices/organizations/index.ts';
import type { WebhookTools } from '#slices/webhooks/index.ts';
import { relayUntil } from './background.ts';
import { gateJobs } from './jobs-gate.ts';
import { slices } from './slices.ts';

type Gate = (call: Call, organizationId: number | undefined) => Promise<number>;

/** What the slice of webhooks needs of the others, taken from their doors. */
export function webhookTools(platform: Platform, gates: { manage: Gate; run: Gate }): WebhookTools {
  const { db } = platform.database;
  const catalogue = () => slices.flatMap((slice) => slice.events ?? []);
  return {
    gate: gates.manage,
    gateEvents: gates.run,
    gateAnywhere: (call) => gateJobs(platform, call),
    catalogue,
    eventNames: () => catalogue().map(({ type }) => type),
    async administrators(organizationId) {
      const organization = (await findOrganization(db, organizationId))?.name ?? '';
      return { organization, people: await selectAdministrators(db, organizationId) };
    },
    relay: (deadlineMs) => relayUntil(platform, deadlineMs),
  };
}
