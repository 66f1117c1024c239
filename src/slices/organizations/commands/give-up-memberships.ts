import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { findProfile } from '#slices/accounts/index.ts';
import type { Role } from '../rules.ts';
import { forgetInvitee } from '../sql/invitations.ts';
import { deleteJoinRequests } from '../sql/join-requests.ts';
import { deleteAllMemberships, listRoles, lockSoleOwnerships } from '../sql/memberships.ts';
import { closeOrganizations } from '../sql/organizations.ts';
import { noteDepartures } from './end-membership.ts';
import { suspendAccess } from './suspend-access.ts';

/** What an erased person leaves behind: no membership, no invitation with their address, no organization adrift. */
export async function giveUpMemberships(
  tx: Tx,
  platform: Pick<Platform, 'database' | 'publicUrl'>,
  call: Call,
  userId: number,
): Promise<void> {
  const held = Map.groupBy(await lockSoleOwnerships(tx, userId), (row) => row.has_others);
  const needed = held.get(true)?.map((row) => row.organization_id) ?? [];
  if (needed.length > 0) {
    throw refuse(
      'last_owner',
      `You are the only owner of organization ${needed.join(', ')}. Make somebody else an owner first.`,
    );
  }
  await closeOrganizations(tx, held.get(false)?.map((row) => row.organization_id) ?? [], call.now);
  const profile = await findProfile(tx, userId);
  if (profile?.email) await forgetInvitee(tx, profile.email, call.now);
  const memberships = (await listRoles(tx, userId)).map(({ organization_id, role }) => ({
    organizationId: organization_id,
    role: role as Role,
  }));
  await deleteAllMemberships(tx, userId);
  await deleteJoinRequests(tx, userId);
  await noteDepartures(tx, call, { userId, reason: 'erased' }, memberships);
  const organizationIds = memberships.map(({ organizationId }) => organizationId);
  await suspendAccess(tx, platform, call, { userId, organizationIds, role: null, name: null });
}
