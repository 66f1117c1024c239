import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { greet, renderEmail } from '#platform/mail/email.ts';
import { queueMail } from '#platform/mail/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { organizationErrors } from '../errors.ts';
import { joinRequestDeclined, joinRequested } from '../events.ts';
import { authorizeAndLock } from '../gate.ts';
import type en from '../messages/en.ts';
import { organizationTexts } from '../messages/index.ts';
import { presentJoinRequest } from '../present.ts';
import {
  type Grant,
  joinRequestHours,
  joinRequestsAtMost,
  mayChangeRole,
  type Role,
} from '../rules/access.ts';
import {
  askedSince,
  closeJoinRequest,
  findJoinRequest,
  insertJoinRequest,
  type JoinRequestRow,
} from '../sql/join-requests.ts';
import { findRole, selectAdministrators } from '../sql/memberships.ts';
import { findOrganization } from '../sql/organizations.ts';
import { addMember } from '../steps/add-members.ts';

export interface Decision {
  readonly organizationId: number;
  readonly requestId: number;
}

/** Makes the person a member, as the organization's new members are unless another role is named. */
export async function approveJoinRequest(
  platform: Platform,
  call: Call,
  decision: Decision,
  input: { role?: Role },
) {
  return await inTransaction(platform.database, call, async (tx) => {
    const { grant, row } = await openRequest(tx, call, decision);
    const role = input.role ?? (row.join_role as Role);
    if (!mayChangeRole(grant.role ?? 'volunteer', 'volunteer', role))
      throw refuse(organizationErrors.access_too_high('role'));
    const decided = await decide(tx, call, row, { status: 'approved', after: { role } });
    const { organizationId } = decision;
    await addMember(tx, call, { organizationId, userId: row.user_id, role, via: 'request' });
    await mailAnswer(tx, platform, row, 'approved', undefined);
    return presentJoinRequest(decided);
  });
}

export async function declineJoinRequest(
  platform: Platform,
  call: Call,
  decision: Decision,
  input: { reason?: string },
) {
  const reason = input.reason?.trim() || undefined;
  return await inTransaction(platform.database, call, async (tx) => {
    const { row } = await openRequest(tx, call, decision);
    const decided = await decide(tx, call, row, { status: 'declined', reason });
    const declined = { request_id: row.id, user_id: row.user_id };
    await record(tx, call.now, joinRequestDeclined(row.organization_id, declined));
    await mailAnswer(tx, platform, row, 'declined', reason);
    return presentJoinRequest(decided);
  });
}

async function openRequest(
  tx: Tx,
  call: Call,
  { organizationId, requestId }: Decision,
): Promise<{ grant: Grant<'members.manage'>; row: JoinRequestRow }> {
  const grant = await authorizeAndLock(tx, call, 'members.manage', organizationId);
  const row = await findJoinRequest(tx, requestId, organizationId);
  if (!row) throw refuse('not_found');
  return { grant, row };
}

async function decide(
  tx: Tx,
  call: Call,
  row: JoinRequestRow,
  {
    status,
    reason,
    after,
  }: { status: 'approved' | 'declined'; reason?: string | undefined; after?: { role: Role } },
): Promise<JoinRequestRow> {
  const by = call.actor.kind === 'person' ? call.actor.userId : null;
  if (!(await closeJoinRequest(tx, row, { status, by, reason, now: call.now })))
    throw refuse(organizationErrors.request_closed('status'));
  await writeAudit(tx, call, {
    organizationId: row.organization_id,
    action: `join_request.${status}`,
    objectId: row.id,
    subjectUserId: row.user_id,
    ...(after && { after }),
    ...(reason !== undefined && { reason }),
  });
  return { ...row, status, reason: reason ?? null, decided_at: call.now };
}

type AnswerPart = 'reason' | 'footer' | `${'approved' | 'declined'}.${'subject' | 'lead' | 'action'}`;

/** In the language of the person who asked. */
async function mailAnswer(
  tx: Tx,
  platform: Platform,
  row: JoinRequestRow,
  answer: 'approved' | 'declined',
  reason: string | undefined,
): Promise<void> {
  const { user_email: email, user_language: language, organization_name: organization } = row;
  if (email === null) return;
  const say = (part: AnswerPart) =>
    organizationTexts.say(language, `mail.joinAnswer.${part}`, { organization });
  const rendered = renderEmail({
    language,
    subject: say(`${answer}.subject`),
    greeting: greet(language, row.user_name),
    paragraphs: [say(`${answer}.lead`)],
    facts: reason === undefined ? [] : [[say('reason'), reason]],
    actions: [{ label: say(`${answer}.action`), url: `${platform.publicUrl()}/` }],
    footer: say('footer'),
    footerLinks: [],
  });
  await queueMail(tx, platform.database, {
    to: email,
    userId: row.user_id,
    fromName: organization,
    ...rendered,
  });
}

/** Asks to join an invitation-only organization, and writes to its admins. */
export async function requestToJoin(
  platform: Platform,
  call: Call,
  { userId }: Person,
  organizationId: number,
  input: { message?: string },
) {
  const message = (input.message ?? '').trim();
  return await inTransaction(platform.database, call, async (tx) => {
    const organization = await findOrganization(tx, organizationId);
    if (!organization) throw refuse('not_found');
    if ((await findRole(tx, organizationId, userId)) !== undefined)
      throw refuse(organizationErrors.already_member('organization_id'));
    if (organization.join_rule !== 'invitation')
      throw refuse(organizationErrors.open_to_anyone('organization_id'));
    await checkPace(tx, userId, call.now);
    const id = await insertJoinRequest(tx, { organizationId, userId, message, now: call.now });
    if (id === undefined) throw refuse(organizationErrors.already_requested('organization_id'));
    const row = await findJoinRequest(tx, id, organizationId);
    if (!row) throw new Error('a request to join was not written');
    await record(tx, call.now, joinRequested(organizationId, { request_id: id, user_id: userId }));
    await writeAudit(tx, call, {
      organizationId,
      action: 'join_request.created',
      objectId: id,
      subjectUserId: userId,
    });
    await mailAdmins(tx, platform, row);
    return presentJoinRequest(row);
  });
}

/** Each request writes to all admins of an organization, so a person can’t send many. */
async function checkPace(tx: Tx, userId: number, now: Temporal.Instant): Promise<void> {
  const asked = await askedSince(tx, userId, now.subtract({ hours: joinRequestHours }));
  const oldest = asked.at(-joinRequestsAtMost);
  if (!oldest) return;
  throw new Refusal('rate_limited', {
    errors: [
      organizationErrors.too_many_requests('organization_id', {
        limit: joinRequestsAtMost,
        hours: joinRequestHours,
      }),
    ],
    retryAfterSeconds: Math.max(
      1,
      Math.ceil(now.until(oldest.add({ hours: joinRequestHours })).total('seconds')),
    ),
  });
}

async function mailAdmins(tx: Tx, platform: Platform, row: JoinRequestRow): Promise<void> {
  const organization = row.organization_name;
  const admins = await selectAdministrators(tx, row.organization_id);
  const mails = admins.map(({ id, email, name, language }) => {
    const say = (part: keyof typeof en.mail.joinRequest) =>
      organizationTexts.say(language, `mail.joinRequest.${part}`, { name: row.user_name, organization });
    const rendered = renderEmail({
      language,
      subject: say('subject'),
      greeting: greet(language, name),
      paragraphs: [say('lead'), say('remedy')],
      facts: [[say('email'), row.user_email ?? ''] as const, [say('message'), row.message] as const].filter(
        ([, value]) => value !== '',
      ),
      actions: [{ label: say('action'), url: `${platform.publicUrl()}/manage/members` }],
      footer: say('footer'),
      footerLinks: [],
    });
    return { to: email, userId: id, names: [row.user_id], fromName: organization, ...rendered };
  });
  await queueMail(tx, platform.database, ...mails);
}

export async function withdrawJoinRequest(
  platform: Platform,
  call: Call,
  { userId }: Person,
  id: number,
): Promise<void> {
  await inTransaction(platform.database, call, async (tx) => {
    const row = await findJoinRequest(tx, id);
    if (row?.user_id !== userId) throw refuse('not_found');
    if (!(await closeJoinRequest(tx, row, { status: 'withdrawn', by: userId, now: call.now })))
      throw refuse(organizationErrors.request_closed('status'));
    await writeAudit(tx, call, {
      organizationId: row.organization_id,
      action: 'join_request.withdrawn',
      objectId: id,
      subjectUserId: userId,
    });
    return null;
  });
}
