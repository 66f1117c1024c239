import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { presentMember } from '../reads.ts';
import { type Grant, mayChangeRole, type Role } from '../rules.ts';
import { deleteMembership, findMember, lockOwners, setRole } from '../sql/memberships.ts';
import { authorize } from './authorize.ts';

export async function changeRole(
  platform: Platform,
  call: Call,
  organizationId: number,
  userId: number,
  role: Role,
) {
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, 'members.manage', organizationId);
    const { member, owners } = await lockMember(tx, grant, userId);
    const before = member.role as Role;
    checkPower(grant, before, role);
    if (before === 'owner' && role !== 'owner') keepAnOwner(owners);
    await setRole(tx, grant, userId, role);
    await writeAudit(tx, call, {
      organizationId,
      action: 'member.role_changed',
      objectType: 'member',
      objectId: userId,
      subjectUserId: userId,
      before: { role: before },
      after: { role },
    });
    return presentMember({ ...member, role });
  });
}

export async function removeMember(
  platform: Platform,
  call: Call,
  organizationId: number,
  userId: number,
): Promise<void> {
  await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, 'members.manage', organizationId);
    const { member, owners } = await lockMember(tx, grant, userId);
    checkPower(grant, member.role as Role, 'volunteer');
    if (member.role === 'owner') keepAnOwner(owners);
    await deleteMembership(tx, grant, userId);
    await writeAudit(tx, call, gone('member.removed', organizationId, userId, member.role));
    return null;
  });
}

export async function leaveOrganization(
  platform: Platform,
  call: Call,
  person: Person,
  organizationId: number,
) {
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorize(tx, call, 'organization.leave', organizationId);
    const { member, owners } = await lockMember(tx, grant, person.userId);
    if (member.role === 'owner') keepAnOwner(owners);
    await deleteMembership(tx, grant, person.userId);
    await writeAudit(tx, call, gone('member.left', organizationId, person.userId, member.role));
    return { success: true, message: 'You are no longer a member.' };
  });
}

async function lockMember(tx: Tx, { organizationId }: Grant, userId: number) {
  const owners = await lockOwners(tx, organizationId);
  const member = await findMember(tx, organizationId, userId);
  if (!member) throw refuse('not_found');
  return { member, owners };
}

function checkPower(grant: Grant, from: Role, to: Role): void {
  // An API key manages members as an admin would.
  if (!mayChangeRole(grant.role ?? 'admin', from, to)) {
    throw refuse('forbidden', 'You cannot give or take a role above your own.');
  }
}

function keepAnOwner(owners: readonly number[]): void {
  if (owners.length <= 1) throw refuse('last_owner');
}

function gone(action: string, organizationId: number, userId: number, role: string) {
  return {
    organizationId,
    action,
    objectType: 'member',
    objectId: userId,
    subjectUserId: userId,
    before: { role },
  };
}
