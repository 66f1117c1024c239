import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { queueMail } from '#platform/mail/index.ts';
import { greet, renderLetter } from '#platform/mail/letter.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { joinRequested } from '../events.ts';
import { textsIn } from '../messages.ts';
import { presentJoinRequest } from '../present.ts';
import { joinRequestHours, joinRequestsAtMost } from '../rules.ts';
import {
  askedSince,
  closeJoinRequest,
  findJoinRequest,
  insertJoinRequest,
  type JoinRequestRow,
} from '../sql/join-requests.ts';
import { findRole, selectAdministrators } from '../sql/memberships.ts';
import { findOrganization } from '../sql/organizations.ts';

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
