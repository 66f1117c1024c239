import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { lockAll, type Tx } from '#platform/db/index.ts';
import { enqueue } from '#platform/jobs/index.ts';
import { record } from '#platform/outbox/index.ts';
import type { Grant } from '#slices/organizations/index.ts';
import { messageErrors } from '../errors.ts';
import { messageSent } from '../events.ts';
import { sendKey, sendNotifications } from '../jobs.ts';
import { notificationTexts } from '../messages/index.ts';
import { type Audience, mostMessages, mostPreviewed, mostRecipients, textFor } from '../rules/messages.ts';
import type { MessageText, Target } from '../schema/messages.ts';
import { countSent, insertMessage, type Reachable, selectRecipients } from '../sql/messages.ts';

type Sender = Grant<'messages.send'> | Grant<'shifts.manage'>;

export interface Draft {
  readonly audience: Audience;
  readonly target: Target;
  /** The people that a filter has found. It has an id and a name if it is saved. */
  readonly filter?: { readonly id: number | null; readonly name: string | null; readonly userIds: number[] };
  readonly texts: readonly MessageText[];
  readonly isDryRun: boolean;
}

/** Writes a message, its readers, its audit row and its event; a job sends the emails, as with all notifications. */
export async function sendMessage(tx: Tx, call: Call, grant: Sender, draft: Draft) {
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
  if (isDryRun) return answerOf(call, null, texts, recipients, mostPreviewed);
  if (recipients.length === 0) return answerOf(call, null, texts, recipients);
  // Two messages at the same moment would both see one too few.
  await lockAll(tx, 'messages', [organizationId]);
  if ((await countSent(tx, grant, now.subtract({ hours: 1 }))) >= mostMessages)
    throw refuse(messageErrors.too_many_messages('texts', { limit: mostMessages }));
  const senderId = call.actor.kind === 'person' ? call.actor.userId : null;
  const id = await insertMessage(tx, grant, { audience, target, filter, senderId, texts, recipients, now });
  await enqueue(tx, sendNotifications, { failures: 0 }, { key: sendKey });
  const about = {
    audience,
    shift_id: target.shift_id ?? null,
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
  previewed = 0,
) {
  const byName = new Intl.Collator(language).compare;
  const reached = recipients.filter(({ has_address, is_off }) => has_address && !is_off);
  const byLanguage = Map.groupBy(reached, (person) => person.language);
  return {
    success: true,
    message: notificationTexts.say(language, 'answers.messageSent', {
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
      .slice(0, previewed)
      .map(({ user_id, name, has_address, is_off }) => ({
        user_id,
        name,
        status: is_off
          ? ('opted_out' as const)
          : has_address
            ? ('reached' as const)
            : ('no_address' as const),
      })),
  };
}
