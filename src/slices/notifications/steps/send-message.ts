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
import { type Audience, mostMessages, mostRecipients, textFor } from '../rules/messages.ts';
import type { MessageText, Target } from '../schema/messages.ts';
import { countSent, insertMessage, type Reachable, selectRecipients } from '../sql/messages.ts';

type Sender = Grant<'messages.send'> | Grant<'shifts.manage'>;

export interface Draft {
  readonly audience: Audience;
  readonly target: Target;
  readonly texts: readonly MessageText[];
  readonly isDryRun: boolean;
}

/** Writes a message, its readers, its audit row and its event; a job sends the emails, as with all notifications. */
export async function sendMessage(tx: Tx, call: Call, grant: Sender, draft: Draft) {
  const { organizationId } = grant;
  const { audience, target, isDryRun } = draft;
  const texts = draft.texts.map(({ language, subject, text }) => ({
    language,
    subject: subject.trim(),
    text: text.trim(),
  }));
  const { now } = call;
  const recipients = await selectRecipients(tx, grant, target, { now, limit: mostRecipients });
  if (recipients.length > mostRecipients)
    throw refuse(messageErrors.too_many_recipients('user_ids', { limit: mostRecipients }));
  if (isDryRun || recipients.length === 0) return answerOf(call, null, texts, recipients);
  // Two messages at the same moment would both see one too few.
  await lockAll(tx, 'messages', [organizationId]);
  if ((await countSent(tx, grant, now.subtract({ hours: 1 }))) >= mostMessages)
    throw refuse(messageErrors.too_many_messages('texts', { limit: mostMessages }));
  const senderId = call.actor.kind === 'person' ? call.actor.userId : null;
  const id = await insertMessage(tx, grant, { audience, target, senderId, texts, recipients, now });
  await enqueue(tx, sendNotifications, { failures: 0 }, { key: sendKey });
  const about = {
    audience,
    shift_id: target.shift_id ?? null,
    program_id: target.program_id ?? null,
    recipients: recipients.length,
  };
  await writeAudit(tx, call, {
    organizationId,
    action: 'message.sent',
    objectId: id,
    after: { subject: texts[0]?.subject ?? '', ...about },
  });
  await record(tx, now, messageSent(organizationId, { message_id: id, ...about }));
  return answerOf(call, id, texts, recipients);
}

function answerOf(
  { language }: Call,
  id: number | null,
  texts: readonly MessageText[],
  recipients: readonly Reachable[],
) {
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
  };
}
