import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { authorize, findMember } from '#slices/organizations/index.ts';
import type { EmergencyContactBody } from '../schema/member.ts';

/** The person to call in an emergency. The audit log records who looked, and when. */
export async function showEmergencyContact(
  platform: Platform,
  call: Call,
  organizationId: number,
  userId: number,
): Promise<EmergencyContactBody> {
  return await inTransaction(platform.database, call, async (tx) => {
    await authorize(tx, call, 'members.read', organizationId);
    const member = await findMember(tx, organizationId, userId);
    const profile = member && (await findProfile(tx, userId));
    if (!profile) throw refuse('not_found');
    await writeAudit(tx, call, {
      organizationId,
      action: 'member.emergency_contact_shown',
      objectId: userId,
      subjectUserId: userId,
    });
    return { emergency_contact: profile.emergency_contact as EmergencyContactBody['emergency_contact'] };
  });
}
