import type { Call } from '#kernel/call.ts';
import type { Platform, Slice } from '#platform/slice.ts';
import { accounts, namesOf } from '#slices/accounts/index.ts';
import { attendance } from '#slices/attendance/index.ts';
import { audit } from '#slices/audit/index.ts';
import { badges } from '#slices/badges/index.ts';
import { forms } from '#slices/forms/index.ts';
import { hours } from '#slices/hours/index.ts';
import { journeys } from '#slices/journeys/index.ts';
import { live } from '#slices/live/index.ts';
import { notifications } from '#slices/notifications/index.ts';
import { operations } from '#slices/operations/index.ts';
import {
  authorize,
  chooseOrganization,
  organizations,
  type Permission,
} from '#slices/organizations/index.ts';
import { people } from '#slices/people/index.ts';
import { programs } from '#slices/programs/index.ts';
import { shifts } from '#slices/shifts/index.ts';
import { signups } from '#slices/signups/index.ts';
import { webhooks } from '#slices/webhooks/index.ts';
import { toolsFor, webhookTools } from './tools.ts';

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
  attendance,
  hours,
  badges,
  journeys,
  people,
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
