import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { organizationErrors } from '../errors.ts';
import { memberLeft } from '../events.ts';
import { type Departure, departures } from '../follow-ups.ts';
import type { Role } from '../rules/access.ts';
import { forgetInvitee } from '../sql/invitations.ts';
import { deleteJoinRequests } from '../sql/join-requests.ts';
import { deleteMembership, listRoles, lockSoleOwnerships, type MemberRow } from '../sql/memberships.ts';
import { closeOrganizations } from '../sql/organizations.ts';
import { suspendAccess } from './suspend-access.ts';

/**
 * Ends a membership and what depends on it, in one transaction. The other slices follow once it is deleted: whatever a
 * person starts at the same time is then either refused or found by them.
 */
export async function endMembership(
  tx: Tx,
  platform: Platform,
  call: Call,
  departure: Departure,
  member: Pick<MemberRow, 'role' | 'name'>,
): Promise<void> {
  const { organizationId, userId, reason } = departure;
  await deleteMembership(tx, { organizationId }, userId);
  await noteDepartures(tx, call, { userId, reason }, [{ organizationId, role: member.role as Role }]);
  await suspendAccess(tx, platform, call, {
    userId,
    organizationIds: [organizationId],
    role: null,
    name: member.name,
  });
  for (const follow of departures.partsOf(platform)) await follow(tx, call, departure);
}

/** The event and the audit row of each membership that has ended. */
export async function noteDepartures(
  tx: Tx,
  call: Call,
  { userId, reason }: { userId: number; reason: 'removed' | 'left' | 'erased' },
  ended: readonly { organizationId: number; role: Role }[],
): Promise<void> {
  const by = call.actor.kind === 'person' ? call.actor.userId : null;
  const events = ended.map(({ organizationId, role }) =>
    memberLeft(organizationId, { user_id: userId, role, reason, by }),
  );
  await record(tx, call.now, ...events);
  const entries = ended.map(({ organizationId, role }) => ({
    organizationId,
    action: reason === 'removed' ? ('member.removed' as const) : ('member.left' as const),
    objectId: userId,
    subjectUserId: userId,
    before: { role },
    reason: reason === 'erased' ? 'account_erased' : null,
  }));
  await writeAudit(tx, call, ...entries);
}

/** What an erased person leaves behind: no membership, no invitation to their address, no organization without members. */
export async function giveUpMemberships(
  tx: Tx,
  platform: Pick<Platform, 'database' | 'publicUrl'>,
  call: Call,
  userId: number,
): Promise<void> {
  const held = Map.groupBy(await lockSoleOwnerships(tx, userId), (row) => row.has_others);
  const needed = held.get(true)?.map((row) => row.name) ?? [];
  if (needed.length > 0)
    throw refuse(organizationErrors.sole_owner('organizations', { organizations: needed }));
  await closeOrganizations(tx, held.get(false)?.map((row) => row.organization_id) ?? [], call.now);
  const profile = await findProfile(tx, userId);
  if (profile?.email) await forgetInvitee(tx, profile.email, call.now);
  const memberships = (await listRoles(tx, userId)).map(({ organization_id, role }) => ({
    organizationId: organization_id,
    role: role as Role,
  }));
  for (const { organizationId } of memberships) await deleteMembership(tx, { organizationId }, userId);
  await deleteJoinRequests(tx, userId);
  await noteDepartures(tx, call, { userId, reason: 'erased' }, memberships);
  const organizationIds = memberships.map(({ organizationId }) => organizationId);
  await suspendAccess(tx, platform, call, { userId, organizationIds, role: null, name: null });
}
