import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { type FieldError, refuse } from '#kernel/refusal.ts';
import { writeAudits } from '#platform/audit/index.ts';
import { randomSecret } from '#platform/credentials/secrets.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { queueMail } from '#platform/mail/index.ts';
import type { Platform } from '#platform/slice.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { organizationErrors } from '../errors.ts';
import { authorizeAndLock } from '../gate.ts';
import { type Role, rolesToInvite } from '../rules/access.ts';
import { eachAddressOnce, type PastedAddress } from '../rules/addresses.ts';
import { insertInvitations, type KnownAddresses, selectKnown } from '../sql/invitations.ts';
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

/** An address that gets an invitation, and the secret of its link. */
interface NewInvitation {
  readonly email: string;
  readonly name: string | null;
  readonly token: string;
}

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
    const items = eachAddressOnce(people).map(({ role = usual, problem: given, ...address }) => {
      const problem =
        given ?? (roles.includes(role) ? undefined : organizationErrors.access_too_high('role'));
      const status = problem === undefined ? statusOf(address.email, known) : 'invalid';
      return { ...address, role, status, problem };
    });
    const invitations = items.flatMap(({ email, name, role, status }) =>
      email !== null && status === 'invited' ? { email, name, role, token: randomSecret('invite') } : [],
    );
    limit.check(field, invitations.length);
    if (invitations.length > 0 && !isDryRun) {
      const ids = await insertInvitations(
        tx,
        grant,
        invitations.map(({ token, ...one }) => ({ ...one, digest: sealer.digest('invitation', token) })),
        { createdBy: inviter.userId, now: call.now, expiresAt: call.now.add({ hours: 24 * days }) },
      );
      await mailInvitations(tx, platform, inviter, organizationId, invitations, days, known.languages);
      await writeAudits(
        tx,
        invitations.map(({ role }, index) => ({
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
    return { items, invited: invitations.length };
  });
}

function statusOf(email: string | null, { members, invited }: KnownAddresses): Status {
  if (email === null) return 'invalid';
  if (members.has(email)) return 'already_member';
  return invited.has(email) ? 'already_invited' : 'invited';
}

/** In the language of each person's account, or else in that of the person who invites them. */
async function mailInvitations(
  tx: Tx,
  platform: Platform,
  inviter: Person,
  organizationId: number,
  invitations: readonly NewInvitation[],
  days: number,
  languages: KnownAddresses['languages'],
): Promise<void> {
  const organization = (await findOrganization(tx, organizationId))?.name ?? '';
  const { language } = (await findProfile(tx, inviter.userId)) ?? { language: 'en' };
  const mails = invitations.map(({ email, name, token }) =>
    writeInvitation({
      language: languages.get(email) ?? language,
      organization,
      email,
      name,
      url: invitationUrl(platform, token),
      days,
    }),
  );
  await queueMail(tx, platform.database, ...mails);
}
