import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import { queueMail } from '#platform/mail/index.ts';
import { greet, renderLetter } from '#platform/mail/letter.ts';
import { record } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { joinRequestDeclined } from '../events.ts';
import { authorizeAndHold } from '../gate.ts';
import { textsIn } from '../messages.ts';
import { presentJoinRequest } from '../present.ts';
import { type Grant, mayChangeRole, type Role } from '../rules.ts';
import { closeJoinRequest, findJoinRequest, type JoinRequestRow } from '../sql/join-requests.ts';
import { addMember } from './join.ts';

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
