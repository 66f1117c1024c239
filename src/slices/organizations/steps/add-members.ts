import type { Call } from '#kernel/call.ts';
import type { DomainEvent } from '#kernel/event.ts';
import { refuse } from '#kernel/refusal.ts';
import { type AuditEntry, writeAudits } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { organizationErrors } from '../errors.ts';
import { memberJoined } from '../events.ts';
import type { Role } from '../rules/access.ts';
import { acceptInvitation, isSuspended } from '../sql/invitations.ts';
import { closeRequestsOfMembers } from '../sql/join-requests.ts';
import { insertMemberships, lockOpenOrganizations } from '../sql/memberships.ts';

export type JoinedVia = 'founding' | 'invitation' | 'request' | 'open' | 'everyone';

export interface Joining {
  readonly organizationId: number;
  readonly userId: number;
  readonly role: Role;
  readonly via: JoinedVia;
}

/** Makes one person a member, with the event and the audit row. False if they were one already. */
export async function addMember(tx: Tx, call: Call, member: Joining): Promise<boolean> {
  return await addMembers(tx, [{ call, member }]);
}

/** Makes any number of people members at once; each can have a different call. False if all were members already. */
export async function addMembers(
  tx: Tx,
  joining: readonly { readonly call: Call; readonly member: Joining }[],
): Promise<boolean> {
  if (joining.length === 0) return false;
  await forbidClosed(
    tx,
    joining.map(({ member }) => member),
  );
  const isNew = await insertMemberships(
    tx,
    joining.map(({ call, member }) => ({ ...member, now: call.now })),
  );
  const added = joining.filter((_, index) => isNew[index]);
  const [first] = added;
  if (!first) return false;
  for (const [organizationId, own] of Map.groupBy(added, ({ member }) => member.organizationId)) {
    const userIds = own.map(({ member }) => member.userId);
    await closeRequestsOfMembers(tx, organizationId, userIds, first.call.now);
  }
  await record(tx, first.call.now, ...added.map(({ member }) => joinedEvent(member)));
  await writeAudits(
    tx,
    added.map(({ call, member }) => ({ call, entry: joinedAudit(member) })),
  );
  return true;
}

/** The last owner may just have left an organization that no one else belonged to. */
async function forbidClosed(tx: Tx, joining: readonly Joining[]): Promise<void> {
  const open = await lockOpenOrganizations(
    tx,
    joining.map(({ organizationId }) => organizationId),
  );
  if (joining.some(({ via, organizationId }) => via === 'open' && !open.has(organizationId)))
    throw refuse(organizationErrors.invitation_only('organization_id'));
}

function joinedEvent({ organizationId, userId, role, via }: Joining): DomainEvent {
  return memberJoined(organizationId, { user_id: userId, role, via });
}

function joinedAudit({ organizationId, userId, role, via }: Joining): AuditEntry {
  return {
    organizationId,
    action: 'member.joined',
    objectId: userId,
    subjectUserId: userId,
    after: { role, via },
  };
}

/** The invitation's token is its proof; one sent by mail works for that address only. */
export async function redeemInvitation(
  tx: Tx,
  platform: Platform,
  call: Call,
  person: { userId: number; email: string },
  token: { value: string; path: string },
): Promise<void> {
  const digest = platform.database.sealer.digest('invitation', token.value);
  const invitation = await acceptInvitation(tx, digest, person.userId, call.now);
  if (!invitation && (await isSuspended(tx, digest, call.now)))
    throw refuse(organizationErrors.invitation_suspended(token.path));
  if (!invitation || (invitation.email !== null && invitation.email !== person.email))
    throw refuse(organizationErrors.invitation_invalid(token.path));
  const organizationId = invitation.organization_id;
  const role = invitation.role as Role;
  const added = await addMember(tx, call, { organizationId, userId: person.userId, role, via: 'invitation' });
  if (!added) throw refuse(organizationErrors.already_member(token.path));
}
