import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudits } from '#platform/audit/index.ts';
import { randomSecret } from '#platform/credentials/secrets.ts';
import { inTransaction } from '#platform/db/index.ts';
import { queueMail } from '#platform/mail/index.ts';
import type { Platform } from '#platform/slice.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { organizationErrors } from '../errors.ts';
import { authorizeAndLock } from '../gate.ts';
import { mayChangeRole, type Role } from '../rules/access.ts';
import { mostAddresses, type PastedAddress, readAddresses } from '../rules/addresses.ts';
import { insertInvitations, selectKnown } from '../sql/invitations.ts';
import { findOrganization } from '../sql/organizations.ts';
import { limitInvitations } from '../steps/limit-invitations.ts';
import { invitationUrl, writeInvitation } from '../steps/write-invitation.ts';

export interface InviteManyInput {
  readonly text: string;
  readonly role?: Role;
  readonly expires_in_days?: number;
  readonly dry_run?: boolean;
}

type Status = 'invited' | 'already_member' | 'already_invited' | 'invalid';

/** Invites everyone in a pasted text, with one answer for each address. In one transaction, and a fixed number of statements. */
export async function inviteMany(
  platform: Platform,
  call: Call,
  person: Person,
  organizationId: number,
  input: InviteManyInput,
) {
  const addresses = readAddresses(input.text);
  if (addresses.length === 0) throw refuse(organizationErrors.no_addresses('text'));
  if (addresses.length > mostAddresses)
    throw refuse(organizationErrors.too_many_addresses('text', { limit: mostAddresses }));
  const role = input.role ?? 'volunteer';
  const days = input.expires_in_days ?? 14;
  const { sealer } = platform.database;
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorizeAndLock(tx, call, 'members.manage', organizationId);
    if (grant.role === null || !mayChangeRole(grant.role, 'volunteer', role))
      throw refuse(organizationErrors.access_too_high('role'));
    // Two people who paste the same list invite everyone once.
    const limit = await limitInvitations(tx, grant, call.now);
    const emails = addresses.flatMap(({ email }) => email ?? []);
    const known = await selectKnown(tx, grant, emails, call.now);
    const statusOf = ({ email }: PastedAddress): Status => {
      if (email === null) return 'invalid';
      if (known.members.has(email)) return 'already_member';
      return known.invited.has(email) ? 'already_invited' : 'invited';
    };
    const items = addresses.map((address) => ({ ...address, status: statusOf(address) }));
    const made = items.flatMap(({ email, name, status }) =>
      email !== null && status === 'invited' ? { email, name, token: randomSecret('invite') } : [],
    );
    limit.check('text', made.length);
    if (made.length > 0 && !input.dry_run) {
      const ids = await insertInvitations(
        tx,
        grant,
        made.map(({ email, name, token }) => ({ email, name, digest: sealer.digest('invitation', token) })),
        { role, createdBy: person.userId, now: call.now, expiresAt: call.now.add({ hours: 24 * days }) },
      );
      const organization = (await findOrganization(tx, organizationId))?.name ?? '';
      const inviter = await findProfile(tx, person.userId);
      const mails = made.map(({ email, name, token }) =>
        writeInvitation({
          language: known.languages.get(email) ?? inviter?.language ?? 'en',
          organization,
          email,
          name,
          url: invitationUrl(platform, token),
          days,
        }),
      );
      await queueMail(tx, platform.database, ...mails);
      await writeAudits(
        tx,
        ids.map((objectId) => ({
          call,
          entry: { organizationId, action: 'invitation.created', objectId, after: { role, by_mail: true } },
        })),
      );
    }
    return { items, invited: made.length };
  });
}
