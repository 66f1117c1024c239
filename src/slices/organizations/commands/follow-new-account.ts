import type { Call } from '#kernel/call.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import type { NewAccount } from '#slices/accounts/index.ts';
import type { Role } from '../rules.ts';
import { organizationsForEveryone } from '../sql/organizations.ts';
import { foundOrganization } from './found-organization.ts';
import { addMember, takeInvitation } from './join.ts';

/** A new account joins the organizations that are for everyone, founds one or accepts an invitation. */
export async function followNewAccount(
  tx: Tx,
  platform: Platform,
  call: Call,
  { userId, email, input }: NewAccount,
): Promise<void> {
  for (const organization of await organizationsForEveryone(tx)) {
    const role = organization.join_role as Role;
    await addMember(tx, call, { organizationId: organization.id, userId, role, via: 'everyone' });
  }
  if (input.organization_name !== undefined) {
    const timeZone = input.time_zone ?? 'UTC';
    await foundOrganization(tx, call, { name: input.organization_name.trim(), timeZone, ownerId: userId });
  }
  if (input.invitation_token !== undefined) {
    const token = { value: input.invitation_token, path: 'invitation_token' };
    await takeInvitation(tx, platform, call, { userId, email }, token);
  }
}
