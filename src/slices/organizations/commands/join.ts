import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { memberJoined } from '../events.ts';
import type { Role } from '../rules.ts';
import { acceptInvitation, isSuspended } from '../sql/invitations.ts';
import { insertMembership } from '../sql/memberships.ts';
import { findOrganization } from '../sql/organizations.ts';

export type JoinedVia = 'founding' | 'invitation' | 'open' | 'everyone';

/** Makes somebody a member, with the event and the audit row. False if they were one already. */
export async function addMember(
  tx: Tx,
  call: Call,
  member: { organizationId: number; userId: number; role: Role; via: JoinedVia },
): Promise<boolean> {
  const added = await insertMembership(tx, { ...member, now: call.now });
  if (!added) return false;
  const { organizationId, userId, role, via } = member;
  await record(tx, call.now, memberJoined(organizationId, { user_id: userId, role, via }));
  await writeAudit(tx, call, {
    organizationId,
    action: 'member.joined',
    objectType: 'member',
    objectId: userId,
    subjectUserId: userId,
    after: { role, via },
  });
  return true;
}

export async function joinOrganization(
  platform: Platform,
  call: Call,
  person: Person,
  organizationId: number,
) {
  return await inTransaction(platform.database, call, async (tx) => {
    const organization = await findOrganization(tx, organizationId);
    if (!organization) throw refuse('not_found');
    if (organization.join_rule === 'invitation') {
      throw refuse(
        'forbidden',
        'This organization takes members by invitation. Ask its administrators for one.',
      );
    }
    const role = organization.join_role as Role;
    const added = await addMember(tx, call, { organizationId, userId: person.userId, role, via: 'open' });
    if (!added) throw refuse('already_member');
    return { success: true, message: `Welcome to ${organization.name}.` };
  });
}

/** The invitation's token is its proof; one sent by mail works for that address only. */
export async function takeInvitation(
  tx: Tx,
  platform: Platform,
  call: Call,
  person: { userId: number; email: string },
  token: { value: string; path: string },
): Promise<void> {
  const digest = platform.database.sealer.digest('invitation', token.value);
  const invitation = await acceptInvitation(tx, digest, person.userId, call.now);
  if (!invitation && (await isSuspended(tx, digest, call.now))) {
    throw refuse(
      'token_invalid',
      'This invitation has stopped working because the person who sent it can no longer invite you. Ask the organization for a new one.',
      [{ path: token.path, code: 'suspended', message: 'has stopped working. Ask for a new invitation.' }],
    );
  }
  if (!invitation || (invitation.email !== null && invitation.email !== person.email)) {
    throw refuse(
      'token_invalid',
      'This invitation is used, expired or meant for another address. Ask for a new one.',
      [
        {
          path: token.path,
          code: 'invalid',
          message: 'is used, expired or meant for another address',
        },
      ],
    );
  }
  const organizationId = invitation.organization_id;
  const role = invitation.role as Role;
  const added = await addMember(tx, call, { organizationId, userId: person.userId, role, via: 'invitation' });
  if (!added) throw refuse('already_member');
}
