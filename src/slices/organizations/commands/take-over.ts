import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { randomSecret } from '#platform/credentials/secrets.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { organizationErrors } from '../errors.ts';
import { authorizeAndHold } from '../gate.ts';
import { presentApiKey, presentInvitation } from '../present.ts';
import { type Role, rolesToInvite } from '../rules.ts';
import { lockApiKey, reissueApiKey } from '../sql/api-keys.ts';
import { lockInvitation, reissueInvitation } from '../sql/invitations.ts';
import { invitationUrl, mailInvitation } from './invite.ts';
import { keyPrefix } from './manage-api-keys.ts';

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
    const grant = await authorizeAndHold(tx, call, 'members.manage', organizationId);
    const known = await lockInvitation(tx, grant, id);
    if (!known) throw refuse('not_found');
    if (!rolesToInvite(grant.role).includes(known.role as Role))
      throw refuse(organizationErrors.access_too_high('role'));
    if (!presentInvitation(known, call.now).needs_takeover)
      throw refuse(organizationErrors.invitation_not_suspended('status'));
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

/** Takes over a former admin's API key. It keeps its scopes and its end, and gets a new secret. */
export async function takeOverApiKey(
  platform: Platform,
  call: Call,
  person: Person,
  organizationId: number,
  id: number,
) {
  const key = randomSecret(keyPrefix);
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorizeAndHold(tx, call, 'api_keys.manage', organizationId);
    const known = await lockApiKey(tx, grant, id);
    if (!known) throw refuse('not_found');
    if (!presentApiKey(known, call.now).needs_takeover)
      throw refuse(organizationErrors.api_key_not_suspended('status'));
    const row = await reissueApiKey(tx, id, {
      prefix: key.slice(0, 9),
      digest: platform.database.sealer.digest('api-key', key),
      createdBy: person.userId,
    });
    await writeAudit(tx, call, {
      organizationId,
      action: 'api_key.taken_over',
      objectId: id,
      before: { created_by: known.created_by },
      after: { created_by: person.userId },
    });
    return { ...presentApiKey(row, call.now), key };
  });
}
