import type { Call } from '#kernel/call.ts';
import type { Platform, Slice } from '#platform/slice.ts';
import { accounts, namesOf } from '#slices/accounts/index.ts';
import { asks } from '#slices/asks/index.ts';
import { attendance } from '#slices/attendance/index.ts';
import { audit } from '#slices/audit/index.ts';
import { badges } from '#slices/badges/index.ts';
import { forms } from '#slices/forms/index.ts';
import { aggregateHours, hours } from '#slices/hours/index.ts';
import { journeys } from '#slices/journeys/index.ts';
import { live } from '#slices/live/index.ts';
import { notifications, sendReminders } from '#slices/notifications/index.ts';
import { operations, type Tools } from '#slices/operations/index.ts';
import {
  authorize,
  authorizeJobs,
  chooseOrganization,
  findOrganization,
  organizations,
  type Permission,
  selectAdministrators,
} from '#slices/organizations/index.ts';
import { people } from '#slices/people/index.ts';
import { programs } from '#slices/programs/index.ts';
import { reports } from '#slices/reports/index.ts';
import { search } from '#slices/search/index.ts';
import { shifts } from '#slices/shifts/index.ts';
import { signups } from '#slices/signups/index.ts';
import { type WebhookTools, webhooks } from '#slices/webhooks/index.ts';
import { cleanUpTask, processDue, relayUntil } from './background.ts';

/** Lets slices that know no other slice ask who may do something, and in which organization. */
function gateFor(permission: Permission) {
  return (platform: Platform) =>
    async (call: Call, named: number | undefined): Promise<number> => {
      const { db } = platform.database;
      const organizationId = await chooseOrganization(db, call, named);
      return (await authorize(db, call, permission, organizationId)).organizationId;
    };
}

/** The one list of what this program can do. */
export const slices: readonly Slice[] = [
  accounts,
  organizations,
  programs,
  forms,
  shifts,
  signups,
  asks,
  attendance,
  hours,
  badges,
  journeys,
  people,
  reports,
  search,
  notifications,
  live(() => slices.flatMap((slice) => slice.publicEvents ?? [])),
  webhooks((platform) =>
    webhookTools(slices, platform, {
      manage: gateFor('webhooks.manage')(platform),
      run: gateFor('jobs.run')(platform),
    }),
  ),
  audit((platform) => ({ gate: gateFor('audit.read')(platform), namesOf })),
  operations((platform) => toolsFor(slices, platform, gateFor('jobs.run')(platform))),
];

type Gate = (call: Call, organizationId: number | undefined) => Promise<number>;

/** What the slice of operations may run, taken from the other slices. */
function toolsFor(slices: readonly Slice[], platform: Platform, gate: Gate): Tools {
  return {
    gate,
    gateAnywhere: (call) => authorizeJobs(platform.database.db, call),
    tasks: [...slices.flatMap((slice) => slice.dailyTasks?.(platform) ?? []), cleanUpTask(platform)],
    process: (limit, scope, deadlineMs) => processDue(slices, platform, limit, scope, deadlineMs),
    aggregateHours: (call, filter) => aggregateHours(platform, call, filter),
    sendReminders: (call, { organizationId, ...within }) =>
      sendReminders(platform, call, { organizationIds: [organizationId], ...within }),
  };
}

/** What the slice of webhooks needs from the others. */
function webhookTools(
  slices: readonly Slice[],
  platform: Platform,
  gates: { manage: Gate; run: Gate },
): WebhookTools {
  const { db } = platform.database;
  const catalogue = () =>
    slices.flatMap(({ name, events = [] }) =>
      events.map(({ type, example }) => ({ type, example, text: `${name}.events.${type}` })),
    );
  return {
    gate: gates.manage,
    gateEvents: gates.run,
    gateAnywhere: (call) => authorizeJobs(db, call),
    catalogue,
    eventNames: () => catalogue().map(({ type }) => type),
    async administrators(tx, organizationId) {
      const organization = (await findOrganization(tx, organizationId))?.name ?? '';
      return { organization, people: await selectAdministrators(tx, organizationId) };
    },
    relay: (deadlineMs) => relayUntil(slices, platform, deadlineMs),
  };
}
