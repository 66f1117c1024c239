import type { Call } from '#kernel/call.ts';
import { formatInstant } from '#kernel/time.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { createAccount, prepareAccount, type SignupInput } from '#slices/accounts/index.ts';
import type { Role } from '../rules.ts';
import { organizationsForEveryone } from '../sql/organizations.ts';
import { foundOrganization } from './found-organization.ts';
import { addMember, takeInvitation } from './join.ts';

/** Signing up for an account, and in the same transaction what it brings with it: an organization, an invitation. */
export async function register(platform: Platform, call: Call, input: SignupInput) {
  const account = await prepareAccount(input);
  return await inTransaction(platform.database, call, async (tx) => {
    const id = await createAccount(tx, platform, call, account);
    // From here on the new person is the one who acts.
    const own: Call = { ...call, actor: { kind: 'person', userId: id, sessionId: 0 } };
    for (const organization of await organizationsForEveryone(tx)) {
      const role = organization.join_role as Role;
      await addMember(tx, own, { organizationId: organization.id, userId: id, role, via: 'everyone' });
    }
    if (input.organization_name !== undefined) {
      const timeZone = input.time_zone ?? 'UTC';
      await foundOrganization(tx, own, { name: input.organization_name.trim(), timeZone, ownerId: id });
    }
    if (input.invitation_token !== undefined) {
      const token = { value: input.invitation_token, path: 'invitation_token' };
      await takeInvitation(tx, platform, own, { userId: id, email: account.email }, token);
    }
    return { id, email: account.email, name: account.name, created_at: formatInstant(call.now) };
  });
}
