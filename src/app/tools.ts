import type { Call } from '#kernel/call.ts';
import type { Platform, Slice } from '#platform/slice.ts';
import { closeAttendance } from '#slices/attendance/index.ts';
import { awardQualified } from '#slices/badges/index.ts';
import { aggregateHours } from '#slices/hours/index.ts';
import { runJourneyTimers } from '#slices/journeys/index.ts';
import { sendReminders, sendStepReminders } from '#slices/notifications/index.ts';
import type { DailyTask, Tools } from '#slices/operations/index.ts';
import { authorizeJobs, findOrganization, selectAdministrators } from '#slices/organizations/index.ts';
import { expireOffersOf } from '#slices/signups/index.ts';
import type { WebhookTools } from '#slices/webhooks/index.ts';
import { processDue, relayUntil } from './background.ts';

type Gate = (call: Call, organizationId: number | undefined) => Promise<number>;

/** What the slice of operations may run, taken from the doors of the others. */
export function toolsFor(slices: readonly Slice[], platform: Platform, gate: Gate): Tools {
  return {
    gate,
    gateAnywhere: (call) => authorizeJobs(platform.database.db, call),
    tasks: dailyTasks(platform),
    process: (limit, scope) => processDue(slices, platform, limit, scope),
    aggregateHours: (call, filter) => aggregateHours(platform, call, filter),
    sendReminders: (call, filter) => sendReminders(platform, call, filter),
  };
}

function dailyTasks(platform: Platform): DailyTask[] {
  return [
    { name: 'reminders', run: (call, organizationId) => sendReminders(platform, call, { organizationId }) },
    { name: 'no_shows', run: (call, organizationId) => closeAttendance(platform, call, { organizationId }) },
    {
      name: 'auto_checkout',
      run: (call, organizationId) => closeAttendance(platform, call, { organizationId }),
    },
    { name: 'hours', run: (call, organizationId) => aggregateHours(platform, call, { organizationId }) },
    {
      name: 'badges',
      run: (call, organizationId) => awardQualified(platform, call, { organizationId }),
    },
    {
      name: 'journey_timers',
      run: async (call, organizationId) => {
        await runJourneyTimers(platform, call, { organizationId, everybody: true });
        await sendStepReminders(platform, call, { organizationId });
      },
    },
    { name: 'offer_expiry', run: (call, organizationId) => expireOffersOf(platform, call, organizationId) },
  ];
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
