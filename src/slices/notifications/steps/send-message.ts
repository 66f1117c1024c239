import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { lockAll, type Tx } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import { record } from '#platform/outbox/index.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { findOrganization, type Grant } from '#slices/organizations/index.ts';
import { messageErrors } from '../errors.ts';
import { messageSent } from '../events.ts';
import { sendKey, sendNotifications } from '../jobs.ts';
import { notificationTexts } from '../messages/index.ts';
import { type Audience, mostMessages, mostPreviewed, mostRecipients, textFor } from '../rules/messages.ts';
import type { MessageText, Target } from '../schema/messages.ts';
import { countSent, insertMessage, type Reachable, selectRecipients } from '../sql/messages.ts';
import { previewMessage, type WrittenMessage } from './compose-message.ts';

type Sender = Grant<'messages.send'> | Grant<'shifts.manage'>;
type AboutShift = Pick<WrittenMessage, 'title' | 'location' | 'start_time' | 'end_time' | 'time_zone'>;

export interface MessageDraft {
  readonly audience: Audience;
  readonly target: Target;
  /** What it is about. */
  readonly shift?: AboutShift;
  /** What the chosen role of the shift is called. */
  readonly roleName?: string;
  /** The people that a filter has found. It has an id and a name if it is saved. */
  readonly filter?: { readonly id: number | null; readonly name: string | null; readonly userIds: number[] };
  readonly texts: readonly MessageText[];
  readonly isDryRun: boolean;
}

/** Writes a message, its readers, its audit row and its event; a job sends the emails, as with all notifications. */
export async function sendMessage(tx: Tx, call: Call, grant: Sender, draft: MessageDraft) {
  const { organizationId } = grant;
  const { audience, target, filter, isDryRun } = draft;
  const texts = draft.texts.map(({ language, subject, text }) => ({
    language,
    subject: subject.trim(),
    text: text.trim(),
  }));
  const { now } = call;
  const named = filter ? { user_ids: filter.userIds } : target;
  const recipients = await selectRecipients(tx, grant, named, { now, limit: mostRecipients });
  if (recipients.length > mostRecipients)
    throw refuse(messageErrors.too_many_recipients(fields[audience], { limit: mostRecipients }));
  if (isDryRun) {
    const emails = await previewEmails(tx, call, { organizationId, shift: draft.shift, texts, recipients });
    return answerOf(call, null, texts, recipients, { isDryRun, emails });
  }
  if (recipients.length === 0) return answerOf(call, null, texts, recipients);
  // Two messages at the same moment would both see one too few.
  await lockAll(tx, 'messages', [organizationId]);
  if ((await countSent(tx, grant, now.subtract({ hours: 1 }))) >= mostMessages)
    throw refuse(messageErrors.too_many_messages('texts', { limit: mostMessages }));
  const senderId = call.actor.kind === 'person' ? call.actor.userId : null;
  const roleName = draft.roleName ?? null;
  const id = await insertMessage(tx, grant, {
    ...{ audience, target, roleName, filter, senderId, texts, recipients, now },
  });
  await enqueue(tx, sendNotifications, { failures: 0 }, { key: sendKey });
  const about = {
    audience,
    shift_id: target.shift_id ?? null,
    role_id: target.role_id ?? null,
    program_id: target.program_id ?? null,
    filter_id: filter?.id ?? null,
    recipients: recipients.length,
  };
  await writeAudit(tx, call, {
    organizationId,
    action: 'message.sent',
    objectId: id,
    after: { subject: texts[0]?.subject ?? '', ...about, ...(filter && { filter_name: filter.name }) },
  });
  await record(tx, now, messageSent(organizationId, { message_id: id, ...about }));
  return answerOf(call, id, texts, recipients);
}

interface Email {
  readonly language: string;
  readonly name: string;
  readonly subject: string;
  readonly text: string;
}

/** For one reader of each language, what they get. */
async function previewEmails(
  tx: Tx,
  { actor, now }: Call,
  draft: {
    readonly organizationId: number;
    readonly shift: AboutShift | undefined;
    readonly texts: readonly MessageText[];
    readonly recipients: readonly Reachable[];
  },
): Promise<Email[]> {
  const { organizationId, shift, texts, recipients } = draft;
  const organization = await findOrganization(tx, organizationId);
  const sender = actor.kind === 'person' ? await findProfile(tx, actor.userId) : undefined;
  const readers = Map.groupBy(reachedAmong(recipients), (person) => person.language);
  const rank = (language: string) => {
    const at = texts.findIndex((text) => text.language === language);
    return at < 0 ? texts.length : at;
  };
  const sorted = [...readers].toSorted(([one], [other]) => rank(one) - rank(other));
  return sorted.flatMap(([language, [reader]]) => {
    if (!reader || !organization) return [];
    const email = previewMessage({
      language,
      user_name: reader.name,
      user_zone: reader.time_zone,
      organization_name: organization.name,
      organization_zone: organization.time_zone,
      sender_name: sender?.name ?? null,
      message_texts: texts,
      title: shift?.title ?? null,
      location: shift?.location ?? null,
      start_time: shift?.start_time ?? null,
      end_time: shift?.end_time ?? null,
      time_zone: shift?.time_zone ?? null,
      created_at: now,
      role_name: null,
    });
    return [{ language, name: reader.name, ...email }];
  });
}

const reachedAmong = (recipients: readonly Reachable[]) =>
  recipients.filter(({ has_address, is_off }) => has_address && !is_off);

/** Where a request says whom the message is for. */
const fields = {
  people: 'user_ids',
  shift: 'shift_id',
  program: 'program_id',
  filter: 'filter_id',
  everybody: 'everybody',
} as const satisfies Record<Audience, keyof Target>;

function answerOf(
  { language }: Call,
  id: number | null,
  texts: readonly MessageText[],
  recipients: readonly Reachable[],
  { isDryRun, emails }: { isDryRun: boolean; emails: Email[] } = { isDryRun: false, emails: [] },
) {
  const byName = new Intl.Collator(language).compare;
  const byLanguage = Map.groupBy(reachedAmong(recipients), (person) => person.language);
  return {
    success: true,
    message: isDryRun
      ? notificationTexts.say(language, 'answers.wouldGet', { count: reachedAmong(recipients).length })
      : notificationTexts.say(language, 'answers.messageSent', {
          count: id === null ? 0 : recipients.length,
        }),
    id,
    recipients: recipients.length,
    languages: [...byLanguage]
      .map(([own, people]) => ({
        language: own,
        people: people.length,
        text_language: textFor(texts, own)?.language ?? own,
      }))
      .toSorted((one, other) => other.people - one.people || (one.language < other.language ? -1 : 1)),
    opted_out: recipients.filter(({ is_off }) => is_off).length,
    no_address: recipients.filter(({ has_address, is_off }) => !has_address && !is_off).length,
    preview: recipients
      .toSorted((one, other) => byName(one.name, other.name) || one.user_id - other.user_id)
      .slice(0, isDryRun ? mostPreviewed : 0)
      .map(({ user_id, name, has_address, is_off }) => ({
        user_id,
        name,
        status: is_off
          ? ('opted_out' as const)
          : has_address
            ? ('reached' as const)
            : ('no_address' as const),
      })),
    emails,
  };
}
