import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import type { Role } from '../rules.ts';
import { findOrganization } from '../sql/organizations.ts';
import { addMember } from '../steps/add-members.ts';

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
        'This organization is invitation-only. Ask to join, and an admin will answer.',
      );
    }
    const role = organization.join_role as Role;
    const added = await addMember(tx, call, { organizationId, userId: person.userId, role, via: 'open' });
    if (!added) throw refuse('already_member');
    return { success: true, message: `Welcome to ${organization.name}.` };
  });
}
