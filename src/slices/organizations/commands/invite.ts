import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { randomSecret } from '#platform/credentials/secrets.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { queueMail } from '#platform/mail/index.ts';
import { renderLetter } from '#platform/mail/letter.ts';
import type { Platform } from '#platform/slice.ts';
import { findCredentials, findProfile, normaliseEmail } from '#slices/accounts/index.ts';
import { authorizeAndHold } from '../gate.ts';
import { textsIn } from '../messages.ts';
import { presentInvitation } from '../present.ts';
import { mayChangeRole, type Role, rolesToInvite } from '../rules.ts';
import { insertInvitation, lockInvitation, reissueInvitation } from '../sql/invitations.ts';
import { findOrganization } from '../sql/organizations.ts';
import { takeInvitation } from '../steps/add-members.ts';

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
    const grant = await authorizeAndHold(tx, call, 'members.manage', organizationId);
    if (grant.role === null || !mayChangeRole(grant.role, 'volunteer', role)) {
      throw refuse('forbidden', 'You cannot invite people to a role above your own.');
    }
    const row = await insertInvitation(tx, grant, {
      email,
      role,
      digest: platform.database.sealer.digest('invitation', token),
      createdBy: person.userId,
      now: call.now,
      expiresAt: call.now.add({ hours: 24 * days }),
    });
    const url = invitationUrl(platform, token);
    if (email !== null) await mailInvitation(tx, platform, person, organizationId, { email, url, days });
    await writeAudit(tx, call, {
      organizationId,
      action: 'invitation.created',
      objectId: row.id,
      after: { role, by_mail: email !== null },
    });
    return { ...presentInvitation(row, call.now), token, url };
  });
}

export function invitationUrl(platform: Platform, token: string): string {
  return `${platform.publicUrl()}/invitation?token=${token}`;
}

/** In the language of the invited, if they have an account; else in that of the person who invites them. */
export async function mailInvitation(
  tx: Tx,
  platform: Platform,
  inviter: Person,
  organizationId: number,
  { email, url, days }: { email: string; url: string; days: number },
): Promise<void> {
  const invited = await findCredentials(tx, { email });
  const reader = await findProfile(tx, invited?.id ?? inviter.userId);
  const language = reader?.language ?? 'en';
  const organization = (await findOrganization(tx, organizationId))?.name ?? '';
  const words = textsIn(language).invitation;
  const letter = renderLetter({
    language,
    subject: words.subject(organization),
    greeting: words.greeting,
    paragraphs: [words.lead(organization), words.once(days)],
    facts: [],
    actions: [{ label: words.accept, url }],
    footer: words.footer,
    footerLinks: [],
  });
  await queueMail(tx, platform.database, { to: email, fromName: organization, ...letter });
}

export async function acceptInvitationAs(platform: Platform, call: Call, person: Person, token: string) {
  return await inTransaction(platform.database, call, async (tx) => {
    const profile = await findProfile(tx, person.userId);
    const invitee = { userId: person.userId, email: profile?.email ?? '' };
    await takeInvitation(tx, platform, call, invitee, { value: token, path: 'token' });
    return { success: true, message: 'You are a member now.' };
  });
}

/** Makes a former admin's invitation one's own. The old link stays dead; the new one works for as many days. */
export async function takeOverInvitation(
  platform: Platform,
  call: Call,
  person: Person,
  organizationId: number,
  id: number,
) {
  const token = randomSecret('invite');
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorizeAndHold(tx, call, 'members.manage', organizationId);
    const known = await lockInvitation(tx, grant, id);
    if (!known) throw refuse('not_found');
    if (!rolesToInvite(grant.role).includes(known.role as Role))
      throw refuse('forbidden', 'You cannot invite people to a role above your own.');
    if (!presentInvitation(known, call.now).needs_takeover)
      throw refuse('conflict', 'This invitation cannot be taken over. It works, or it has ended.');
    const days = Math.max(1, Math.round(known.created_at.until(known.expires_at).total('hours') / 24));
    const row = await reissueInvitation(tx, id, {
      digest: platform.database.sealer.digest('invitation', token),
      createdBy: person.userId,
      expiresAt: call.now.add({ hours: 24 * days }),
    });
    const url = invitationUrl(platform, token);
    const { email } = row;
    if (email !== null) await mailInvitation(tx, platform, person, organizationId, { email, url, days });
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
