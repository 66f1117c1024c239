import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import type { NewAccount } from '#slices/accounts/index.ts';
import { presentOrganization } from '../present.ts';
import type { Role } from '../rules/access.ts';
import type { OrganizationBody } from '../schema/organizations.ts';
import { insertOrganization, type OrganizationRow, organizationsForEveryone } from '../sql/organizations.ts';
import { addMember, redeemInvitation } from '../steps/add-members.ts';

/** A new account joins the organizations that are for everyone, creates one or accepts an invitation. */
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
    await insertWithOwner(tx, call, { name: input.organization_name.trim(), timeZone, ownerId: userId });
  }
  if (input.invitation_token !== undefined) {
    const token = { value: input.invitation_token, path: 'invitation_token' };
    await redeemInvitation(tx, platform, call, { userId, email }, token);
  }
}

async function insertWithOwner(
  tx: Tx,
  call: Call,
  input: { name: string; timeZone: string; ownerId: number },
): Promise<OrganizationRow> {
  const row = await insertOrganization(tx, { name: input.name, timeZone: input.timeZone, now: call.now });
  await writeAudit(tx, call, {
    organizationId: row.id,
    action: 'organization.created',
    objectId: row.id,
    after: { name: input.name, time_zone: input.timeZone },
  });
  await addMember(tx, call, {
    organizationId: row.id,
    userId: input.ownerId,
    role: 'owner',
    via: 'founding',
  });
  return row;
}

export async function createOrganization(
  platform: Platform,
  call: Call,
  person: Person,
  input: { name: string; time_zone?: string },
): Promise<OrganizationBody> {
  return await inTransaction(platform.database, call, async (tx) =>
    presentOrganization(
      await insertWithOwner(tx, call, {
        name: input.name.trim(),
        timeZone: input.time_zone ?? 'UTC',
        ownerId: person.userId,
      }),
    ),
  );
}
