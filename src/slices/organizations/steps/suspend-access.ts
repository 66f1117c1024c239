import type { Call } from '#kernel/call.ts';
import { writeAudit } from '#platform/audit/index.ts';
import type { Database, Tx } from '#platform/db/index.ts';
import { queueMail } from '#platform/mail/index.ts';
import { type Fact, greet, renderLetter } from '#platform/mail/letter.ts';
import type { Platform } from '#platform/slice.ts';
import { textsIn } from '../messages.ts';
import { type Role, roleMay, roles, rolesToInvite } from '../rules.ts';
import { suspendApiKeys } from '../sql/api-keys.ts';
import { suspendInvitations } from '../sql/invitations.ts';
import { selectAdministrators } from '../sql/memberships.ts';
import { findOrganization } from '../sql/organizations.ts';

/** Somebody who can do less than before. */
export interface Demotion {
  readonly userId: number;
  readonly organizationIds: readonly number[];
  /** What they are now; null for those who are no longer members. */
  readonly role: Role | null;
  /** Null when it must not be told: the account is being erased. */
  readonly name: string | null;
}

/**
 * Stops what the person made to let others in and may not make any more: they know the links and the keys. The other
 * admins are told at once, and can take over what is still needed.
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
      reason: 'The person who created it may no longer manage access',
    })),
  );
  for (const [organizationId, ofOne] of Map.groupBy(stopped, (one) => one.organization_id))
    await tellAdmins(tx, platform, organizationId, demotion.name, ofOne);
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

/** So many are named in the letter. The page that it links to shows all of them. */
const mostNamed = 20;

async function tellAdmins(
  tx: Tx,
  platform: { readonly database: Pick<Database, 'sealer'>; publicUrl(): string },
  organizationId: number,
  name: string | null,
  stopped: readonly Stopped[],
): Promise<void> {
  const organization = (await findOrganization(tx, organizationId))?.name ?? '';
  const page = stopped.some(({ kind }) => kind === 'api_key') ? 'api-keys' : 'members';
  const letters = (await selectAdministrators(tx, organizationId)).map((admin) => {
    const { accessSuspended } = textsIn(admin.language);
    const letter = renderLetter({
      language: admin.language,
      subject: accessSuspended.subject(organization),
      greeting: greet(admin.language, admin.name),
      paragraphs: [accessSuspended.lead(name, organization), accessSuspended.remedy],
      facts: stopped.slice(0, mostNamed).map((one): Fact => factOf(one, accessSuspended)),
      actions: [{ label: accessSuspended.action, url: `${platform.publicUrl()}/manage/${page}` }],
      footer: accessSuspended.footer(organization),
      footerLinks: [],
    });
    return { to: admin.email, fromName: organization, ...letter };
  });
  await queueMail(tx, platform.database, ...letters);
}

function factOf(
  stopped: Stopped,
  words: { readonly apiKey: string; readonly invitation: string; readonly link: string },
): Fact {
  if (stopped.kind === 'api_key') return [words.apiKey, `${stopped.name} (${stopped.prefix}…)`];
  return [words.invitation, `${stopped.email ?? words.link} (${stopped.role})`];
}
