import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { queueMail } from '#platform/mail/index.ts';
import { greet, renderLetter } from '#platform/mail/letter.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { joinRequestDeclined, joinRequested } from '../events.ts';
import { authorizeAndHold } from '../gate.ts';
import { textsIn } from '../messages.ts';
import { presentJoinRequest } from '../present.ts';
import { type Grant, joinRequestHours, joinRequestsAtMost, mayChangeRole, type Role } from '../rules.ts';
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
      throw refuse('forbidden', 'You cannot let people join with a role above your own.');
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
  const grant = await authorizeAndHold(tx, call, 'members.manage', organizationId);
  const row = await findJoinRequest(tx, requestId);
  if (row?.organization_id !== organizationId) throw refuse('not_found');
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
  if (!(await closeJoinRequest(tx, row.id, { status, by, reason, now: call.now })))
    throw refuse('conflict', 'This request is no longer open.');
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
  const { footer, reasonLabel, ...answers } = textsIn(language).joinAnswer;
  const { subject, lead, action } = answers[answer];
  const letter = renderLetter({
    language,
    subject: subject(organization),
    greeting: greet(language, row.user_name),
    paragraphs: [lead(organization)],
    facts: reason === undefined ? [] : [[reasonLabel, reason]],
    actions: [{ label: action, url: `${platform.publicUrl()}/` }],
    footer: footer(organization),
    footerLinks: [],
  });
  await queueMail(tx, platform.database, { to: email, fromName: organization, ...letter });
}

/** Asks an invitation-only organization to let somebody in, and writes to those who can decide on it. */
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
    if ((await findRole(tx, organizationId, userId)) !== undefined) throw refuse('already_member');
    if (organization.join_rule !== 'invitation')
      throw refuse('conflict', 'Anyone can join this organization. You don’t need to ask.');
    await checkPace(tx, userId, call.now);
    const id = await insertJoinRequest(tx, { organizationId, userId, message, now: call.now });
    if (id === undefined)
      throw refuse('conflict', 'You have already asked to join. An admin will get back to you.');
    const row = await findJoinRequest(tx, id);
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

/** Each request writes to all admins of an organization, so nobody can send many. */
async function checkPace(tx: Tx, userId: number, now: Temporal.Instant): Promise<void> {
  const asked = await askedSince(tx, userId, now.subtract({ hours: joinRequestHours }));
  const oldest = asked.at(-joinRequestsAtMost);
  if (!oldest) return;
  throw new Refusal('rate_limited', {
    detail: `You can send ${joinRequestsAtMost} requests to join in ${joinRequestHours} hours. Try again later.`,
    retryAfterSeconds: Math.max(
      1,
      Math.ceil(now.until(oldest.add({ hours: joinRequestHours })).total('seconds')),
    ),
  });
}

async function mailAdmins(tx: Tx, platform: Platform, row: JoinRequestRow): Promise<void> {
  const organization = row.organization_name;
  const admins = await selectAdministrators(tx, row.organization_id);
  const mails = admins.map(({ email, name, language }) => {
    const { joinRequest } = textsIn(language);
    const letter = renderLetter({
      language,
      subject: joinRequest.subject(row.user_name, organization),
      greeting: greet(language, name),
      paragraphs: [joinRequest.lead(row.user_name, organization), joinRequest.remedy],
      facts: [
        [joinRequest.email, row.user_email ?? ''] as const,
        [joinRequest.message, row.message] as const,
      ].filter(([, value]) => value !== ''),
      actions: [{ label: joinRequest.action, url: `${platform.publicUrl()}/manage/members` }],
      footer: joinRequest.footer(organization),
      footerLinks: [],
    });
    return { to: email, fromName: organization, ...letter };
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
    if (!(await closeJoinRequest(tx, id, { status: 'withdrawn', by: userId, now: call.now })))
      throw refuse('conflict', 'This request is no longer open.');
    await writeAudit(tx, call, {
      organizationId: row.organization_id,
      action: 'join_request.withdrawn',
      objectId: id,
      subjectUserId: userId,
    });
    return null;
  });
}
