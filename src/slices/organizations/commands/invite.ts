import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { randomSecret } from '#platform/credentials/secrets.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { queueMail } from '#platform/mail/index.ts';
import type { Platform } from '#platform/slice.ts';
import { findCredentials, findProfile, normaliseEmail } from '#slices/accounts/index.ts';
import { organizationErrors } from '../errors.ts';
import { authorizeAndLock } from '../gate.ts';
import { organizationTexts } from '../messages/index.ts';
import { presentInvitation } from '../present.ts';
import { mayChangeRole, type Role, rolesToInvite } from '../rules/access.ts';
import { insertInvitation, lockInvitation, reissueInvitation } from '../sql/invitations.ts';
import { findOrganization } from '../sql/organizations.ts';
import { redeemInvitation } from '../steps/add-members.ts';
import { limitInvitations } from '../steps/limit-invitations.ts';
import { invitationUrl, writeInvitation } from '../steps/write-invitation.ts';

export interface InviteInput {
  readonly email?: string;
  readonly role?: Role;
  readonly expires_in_days?: number;
}

export async function invite(
  platform: Platform,
  call: Call,
  person: Person,
  organizationId: number,
  input: InviteInput,
) {
  const token = randomSecret('invite');
  const email = input.email === undefined ? null : normaliseEmail(input.email);
  const role = input.role ?? 'volunteer';
  const days = input.expires_in_days ?? 14;
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorizeAndLock(tx, call, 'members.manage', organizationId);
    if (grant.role === null || !mayChangeRole(grant.role, 'volunteer', role))
      throw refuse(organizationErrors.access_too_high('role'));
    if (email !== null) (await limitInvitations(tx, grant, call.now)).check('email', 1);
    const row = await insertInvitation(tx, grant, {
      email,
      name: null,
      role,
      digest: platform.database.sealer.digest('invitation', token),
      createdBy: person.userId,
      now: call.now,
      expiresAt: call.now.add({ hours: 24 * days }),
    });
    const url = invitationUrl(platform, token);
    if (email !== null)
      await mailInvitation(tx, platform, person, organizationId, { email, name: row.name, url, days });
    await writeAudit(tx, call, {
      organizationId,
      action: 'invitation.created',
      objectId: row.id,
      after: { role, by_mail: email !== null },
    });
    return { ...presentInvitation(row, call.now), token, url };
  });
}

/** In the language of the invited person's account, or else in that of the person who invites them. */
async function mailInvitation(
  tx: Tx,
  platform: Platform,
  inviter: Person,
  organizationId: number,
  invitation: { email: string; name: string | null; url: string; days: number },
): Promise<void> {
  const invited = await findCredentials(tx, { email: invitation.email });
  const reader = await findProfile(tx, invited?.id ?? inviter.userId);
  const organization = (await findOrganization(tx, organizationId))?.name ?? '';
  const mail = writeInvitation({ ...invitation, language: reader?.language ?? 'en', organization });
  await queueMail(tx, platform.database, { ...mail, userId: invited?.id });
}

export async function acceptInvitationAs(platform: Platform, call: Call, person: Person, token: string) {
  return await inTransaction(platform.database, call, async (tx) => {
    const profile = await findProfile(tx, person.userId);
    const invitee = { userId: person.userId, email: profile?.email ?? '' };
    await redeemInvitation(tx, platform, call, invitee, { value: token, path: 'token' });
    return { success: true, message: organizationTexts.say(call.language, 'answers.invitationAccepted') };
  });
}

/** Takes over a former admin's invitation. The old link stays invalid; the new one works for as many days. */
export async function takeOverInvitation(
  platform: Platform,
  call: Call,
  person: Person,
  organizationId: number,
  id: number,
) {
  const token = randomSecret('invite');
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorizeAndLock(tx, call, 'members.manage', organizationId);
    const known = await lockInvitation(tx, grant, id);
    if (!known) throw refuse('not_found');
    if (!rolesToInvite(grant.role).includes(known.role as Role))
      throw refuse(organizationErrors.access_too_high('role'));
    if (!presentInvitation(known, call.now).needs_takeover)
      throw refuse(organizationErrors.invitation_not_suspended('status'));
    const days = Math.max(1, Math.round(known.created_at.until(known.expires_at).total('hours') / 24));
    const row = await reissueInvitation(tx, grant, id, {
      digest: platform.database.sealer.digest('invitation', token),
      createdBy: person.userId,
      expiresAt: call.now.add({ hours: 24 * days }),
    });
    const url = invitationUrl(platform, token);
    const { email } = row;
    if (email !== null)
      await mailInvitation(tx, platform, person, organizationId, { email, name: row.name, url, days });
    await writeAudit(tx, call, {
      organizationId,
      action: 'invitation.taken_over',
      objectId: id,
      before: { created_by: known.created_by },
      after: { created_by: person.userId },
    });
    return { ...presentInvitation(row, call.now), token, url };
  });
}
