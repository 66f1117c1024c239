import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { forgetInvitee } from '../sql/invitations.ts';
import { deleteAllMemberships, listRoles, lockSoleOwnerships } from '../sql/memberships.ts';
import { closeOrganizations } from '../sql/organizations.ts';

/** What an erased person leaves behind: no membership, no invitation with their address, no organization adrift. */
export async function giveUpMemberships(tx: Tx, call: Call, userId: number): Promise<void> {
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
  const memberships = await listRoles(tx, userId);
  await deleteAllMemberships(tx, userId);
  await writeAudit(
    tx,
    call,
    ...memberships.map(({ organization_id, role }) => ({
      organizationId: organization_id,
      action: 'member.left',
      objectType: 'member',
      objectId: userId,
      subjectUserId: userId,
      before: { role },
    })),
  );
}
