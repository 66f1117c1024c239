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
import { type Grant, mayChangeRole, type Permission, type Role } from '../rules.ts';
import { findMember, lockOwners, setRole } from '../sql/memberships.ts';
import { endMembership } from './end-membership.ts';
import { suspendAccess } from './suspend-access.ts';

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
    if (before === 'owner' && role !== 'owner') keepAnOwner(owners);
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
