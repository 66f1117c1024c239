import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { type Fact, greet, renderEmail } from '#platform/mail/email.ts';
import { type Mail, queueMail } from '#platform/mail/index.ts';
import type { Platform } from '#platform/slice.ts';
import type en from '../messages/en.ts';
import { organizationTexts } from '../messages/index.ts';
import { type Role, roleMay, roles, rolesToInvite, takeoverDays } from '../rules/access.ts';
import { suspendApiKeys } from '../sql/api-keys.ts';
import { suspendInvitations } from '../sql/invitations.ts';
import { selectAdministrators } from '../sql/memberships.ts';
import { findOrganization } from '../sql/organizations.ts';

/** A person who can do less than before. */
export interface Demotion {
  readonly userId: number;
  readonly organizationIds: readonly number[];
  /** Their role now; null for people who are no longer members. */
  readonly role: Role | null;
  /** Null while the account is being erased: the name must not be mentioned any more. */
  readonly name: string | null;
}

/**
 * Stops the invitations and API keys that the person created and may no longer create: they know the links and the
 * keys. The other admins get an email at once, and can take over what is still needed.
 */
export async function suspendAccess(
  tx: Tx,
  platform: Pick<Platform, 'database' | 'publicUrl'>,
  call: Call,
  demotion: Demotion,
): Promise<void> {
  if (demotion.organizationIds.length === 0) return;
  const stopped = await suspendAll(tx, call, demotion);
  await writeAudit(
    tx,
    call,
    ...stopped.map(({ kind, id, organization_id }) => ({
      organizationId: organization_id,
      action: `${kind}.suspended` as const,
      objectId: id,
      reason: 'creator_lost_access',
    })),
  );
  for (const [organizationId, ofOne] of Map.groupBy(stopped, (one) => one.organization_id))
    await mailAdmins(tx, platform, organizationId, demotion, ofOne);
}

type Stopped = { readonly id: number; readonly organization_id: number } & (
  | { readonly kind: 'invitation'; readonly email: string | null; readonly role: string }
  | { readonly kind: 'api_key'; readonly name: string; readonly prefix: string }
);

async function suspendAll(tx: Tx, call: Call, demotion: Demotion): Promise<Stopped[]> {
  const allowed = rolesToInvite(demotion.role);
  const lost = roles.filter((role) => !allowed.includes(role));
  const keepsKeys = demotion.role !== null && roleMay(demotion.role, 'api_keys.manage');
  const invitations = lost.length > 0 ? await suspendInvitations(tx, demotion, lost, call.now) : [];
  const keys = keepsKeys ? [] : await suspendApiKeys(tx, demotion, call.now);
  return [
    ...keys.map((row) => ({ ...row, kind: 'api_key' as const })),
    ...invitations.map((row) => ({ ...row, kind: 'invitation' as const })),
  ];
}

/** So many are named in the email. The page that it links to shows all of them. */
const mostNamed = 20;

async function mailAdmins(
  tx: Tx,
  platform: Pick<Platform, 'database' | 'publicUrl'>,
  organizationId: number,
  { userId, name }: Demotion,
  stopped: readonly Stopped[],
): Promise<void> {
  const organization = (await findOrganization(tx, organizationId))?.name ?? '';
  const site = platform.publicUrl();
  const admins = await selectAdministrators(tx, organizationId);
  const listed = stopped.slice(0, mostNamed);
  const addresses = listed.flatMap((one) => (one.kind === 'invitation' ? (one.email ?? []) : []));
  const emails = admins.map((admin) => ({
    ...writeTo(admin, { organization, site, name, stopped: listed, hasNames: true }),
    userId: admin.id,
    names: [...(name === null ? [] : [userId]), ...addresses],
    withoutNames: writeTo(admin, { organization, site, name, stopped: listed, hasNames: false }),
  }));
  await queueMail(tx, platform.database, ...emails);
}

interface Suspension {
  readonly organization: string;
  readonly site: string;
  readonly name: string | null;
  readonly stopped: readonly Stopped[];
  /** False: as it is sent if someone whom it names has been erased since. */
  readonly hasNames: boolean;
}

function writeTo({ email, name: reader, language }: Addressee, suspension: Suspension): Mail {
  const { organization, site, name, stopped, hasNames } = suspension;
  const say: Say = (part) =>
    organizationTexts.say(language, `mail.accessSuspended.${part}`, {
      organization,
      name: name ?? '',
      days: takeoverDays,
    });
  const lead = name === null ? 'leadErased' : hasNames ? 'lead' : 'leadUnnamed';
  const page = stopped.some(({ kind }) => kind === 'api_key') ? 'api-keys' : 'members';
  const rendered = renderEmail({
    language,
    subject: say('subject'),
    greeting: greet(language, reader),
    paragraphs: [say(lead), say('remedy')],
    facts: stopped.map((one) => factOf(one, language, say, hasNames)),
    actions: [{ label: say('action'), url: `${site}/manage/${page}` }],
    footer: say('footer'),
    footerLinks: [],
  });
  return { to: email, fromName: organization, ...rendered };
}

type Addressee = Awaited<ReturnType<typeof selectAdministrators>>[number];
type Say = (part: keyof typeof en.mail.accessSuspended) => string;

function factOf(stopped: Stopped, language: string, say: Say, hasNames: boolean): Fact {
  if (stopped.kind === 'api_key') return [say('apiKey'), `${stopped.name} (${stopped.prefix}…)`];
  const access = organizationTexts.say(language, `words.${stopped.role as Role}`);
  if (stopped.email !== null && !hasNames) return [say('invitation'), access];
  return [say('invitation'), `${stopped.email ?? say('link')} (${access})`];
}
