import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { organizationErrors } from '../errors.ts';
import { authorize } from '../gate.ts';
import { organizationTexts } from '../messages/index.ts';
import { presentMember } from '../present.ts';
import { type Grant, mayChangeRole, type Permission, type Role } from '../rules/access.ts';
import { findMember, lockOwners, setRole } from '../sql/memberships.ts';
import { findOrganization } from '../sql/organizations.ts';
import { addMember } from '../steps/add-members.ts';
import { endMembership } from '../steps/end-membership.ts';
import { suspendAccess } from '../steps/suspend-access.ts';

export async function changeRole(
  platform: Platform,
  call: Call,
  organizationId: number,
  userId: number,
  role: Role,
) {
  return await inTransaction(platform.database, call, async (tx) => {
    const { grant, member, owners } = await lockMember(tx, call, 'members.manage', organizationId, userId);
    const before = member.role as Role;
    checkPower(grant, before, role);
    if (before === role) return presentMember(member);
    if (before === 'owner') keepAnOwner(owners);
    await setRole(tx, grant, userId, role);
    await writeAudit(tx, call, {
      organizationId,
      action: 'member.role_changed',
      objectId: userId,
      subjectUserId: userId,
      before: { role: before },
      after: { role },
    });
    const demotion = { userId, organizationIds: [organizationId], role, name: member.name };
    await suspendAccess(tx, platform, call, demotion);
    return presentMember({ ...member, role });
  });
}

/** People who remove themselves leave. */
export async function removeMember(
  platform: Platform,
  call: Call,
  organizationId: number,
  userId: number,
): Promise<void> {
  await inTransaction(platform.database, call, async (tx) => {
    const { grant, member, owners } = await lockMember(tx, call, 'members.manage', organizationId, userId);
    checkPower(grant, member.role as Role, 'volunteer');
    if (member.role === 'owner') keepAnOwner(owners);
    const isSelf = call.actor.kind === 'person' && call.actor.userId === userId;
    const departure = { organizationId, userId, reason: isSelf ? 'left' : 'removed' } as const;
    await endMembership(tx, platform, call, departure, member);
    return null;
  });
}

export async function leaveOrganization(
  platform: Platform,
  call: Call,
  { userId }: Person,
  organizationId: number,
) {
  return await inTransaction(platform.database, call, async (tx) => {
    const { member, owners } = await lockMember(tx, call, 'organization.leave', organizationId, userId);
    if (member.role === 'owner') keepAnOwner(owners);
    await endMembership(tx, platform, call, { organizationId, userId, reason: 'left' }, member);
    return { success: true, message: organizationTexts.say(call.language, 'answers.left') };
  });
}

/** Checks the right once more behind the lock: two admins may be removing each other. */
async function lockMember<Name extends Permission>(
  tx: Tx,
  call: Call,
  permission: Name,
  organizationId: number,
  userId: number,
) {
  await authorize(tx, call, permission, organizationId);
  const owners = await lockOwners(tx, organizationId);
  const grant = await authorize(tx, call, permission, organizationId);
  const member = await findMember(tx, organizationId, userId);
  if (!member) throw refuse('not_found');
  return { grant, member, owners };
}

function checkPower(grant: Grant, from: Role, to: Role): void {
  // An API key manages members as an admin would.
  const own = grant.role ?? 'admin';
  if (!mayChangeRole(own, from, from)) throw refuse(organizationErrors.member_has_more_access('user_id'));
  if (!mayChangeRole(own, from, to)) throw refuse(organizationErrors.access_too_high('role'));
}

function keepAnOwner(owners: readonly number[]): void {
  if (owners.length <= 1) throw refuse('last_owner');
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
    if (organization.join_rule === 'invitation')
      throw refuse(organizationErrors.invitation_only('organization_id'));
    const role = organization.join_role as Role;
    const added = await addMember(tx, call, { organizationId, userId: person.userId, role, via: 'open' });
    if (!added) throw refuse(organizationErrors.already_member('organization_id'));
    const { name } = organization;
    return {
      success: true,
      message: organizationTexts.say(call.language, 'answers.joined', { organization: name }),
    };
  });
}
