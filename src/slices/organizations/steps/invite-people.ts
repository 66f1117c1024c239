import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { type FieldError, refuse } from '#kernel/refusal.ts';
import { writeAudits } from '#platform/audit/index.ts';
import { randomSecret } from '#platform/credentials/secrets.ts';
import { inTransaction } from '#platform/db/index.ts';
import { queueMail } from '#platform/mail/index.ts';
import type { Platform } from '#platform/slice.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { organizationErrors } from '../errors.ts';
import { authorizeAndLock } from '../gate.ts';
import { type Role, rolesToInvite } from '../rules/access.ts';
import { eachAddressOnce, type PastedAddress } from '../rules/addresses.ts';
import { insertInvitations, selectKnown } from '../sql/invitations.ts';
import { findOrganization } from '../sql/organizations.ts';
import { limitInvitations } from './limit-invitations.ts';
import { invitationUrl, writeInvitation } from './write-invitation.ts';

export interface InvitedPerson extends PastedAddress {
  /** Left out: the access that everyone gets. */
  readonly role?: Role | undefined;
  /** Why this person can't be invited. */
  readonly problem?: FieldError | undefined;
}

export interface InvitationOptions {
  readonly role?: Role;
  readonly expires_in_days?: number;
  readonly dry_run?: boolean;
}

type Status = 'invited' | 'already_member' | 'already_invited' | 'invalid';

/**
 * Invites many people, with one answer for each address. In one transaction, and a fixed number of statements. `field` is
 * the part of the request with the addresses.
 */
export async function invitePeople(
  platform: Platform,
  call: Call,
  inviter: Person,
  organizationId: number,
  people: readonly InvitedPerson[],
  { role: usual = 'volunteer', expires_in_days: days = 14, dry_run: isDryRun = false }: InvitationOptions,
  field: string,
) {
  const { sealer } = platform.database;
  return await inTransaction(platform.database, call, async (tx) => {
    const grant = await authorizeAndLock(tx, call, 'members.manage', organizationId);
    const roles = rolesToInvite(grant.role);
    if (!roles.includes(usual)) throw refuse(organizationErrors.access_too_high('role'));
    // Two people who send the same list invite everyone once.
    const limit = await limitInvitations(tx, grant, call.now);
    const known = await selectKnown(
      tx,
      grant,
      people.flatMap(({ email }) => email ?? []),
      call.now,
    );
    const items = eachAddressOnce(people).map(({ role = usual, problem, ...address }) => {
      const found =
        problem ?? (roles.includes(role) ? undefined : organizationErrors.access_too_high('role'));
      const status: Status =
        address.email === null || found
          ? 'invalid'
          : known.members.has(address.email)
            ? 'already_member'
            : known.invited.has(address.email)
              ? 'already_invited'
              : 'invited';
      return { ...address, role, status, problem: found };
    });
    const made = items.flatMap(({ email, name, role, status }) =>
      email !== null && status === 'invited' ? { email, name, role, token: randomSecret('invite') } : [],
    );
    limit.check(field, made.length);
    if (made.length > 0 && !isDryRun) {
      const ids = await insertInvitations(
        tx,
        grant,
        made.map(({ token, ...one }) => ({ ...one, digest: sealer.digest('invitation', token) })),
        { createdBy: inviter.userId, now: call.now, expiresAt: call.now.add({ hours: 24 * days }) },
      );
      const organization = (await findOrganization(tx, organizationId))?.name ?? '';
      const { language } = (await findProfile(tx, inviter.userId)) ?? { language: 'en' };
      const mails = made.map(({ email, name, token }) =>
        writeInvitation({
          language: known.languages.get(email) ?? language,
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
        made.map(({ role }, index) => ({
          call,
          entry: {
            organizationId,
            action: 'invitation.created' as const,
            objectId: ids[index] as number,
            after: { role, by_mail: true },
          },
        })),
      );
    }
    return { items, invited: made.length };
  });
}
