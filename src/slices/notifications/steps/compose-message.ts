import { greet, renderEmail } from '#platform/mail/email.ts';
import type { Platform } from '#platform/slice.ts';
import { wordsFor } from '../present.ts';
import { paragraphsOf, textFor } from '../rules/messages.ts';
import type { NoticeRow } from '../sql/notices.ts';
import { type Draft, envelope, frame, shiftFacts } from './email-parts.ts';

/** What someone wrote, to whom, and about which shift. */
export type WrittenMessage = Pick<
  NoticeRow,
  | 'language'
  | 'user_name'
  | 'user_zone'
  | 'organization_name'
  | 'organization_zone'
  | 'sender_name'
  | 'message_texts'
  | 'title'
  | 'location'
  | 'role_name'
  | 'start_time'
  | 'end_time'
  | 'time_zone'
  | 'created_at'
>;

/** What a coordinator wrote, with the shift that it is about below, if there is one. */
export function composeMessage(platform: Platform, row: NoticeRow, email: string): Draft | undefined {
  const parts = partsOf(row);
  if (!parts) return undefined;
  const words = wordsFor(row);
  const url = `${platform.publicUrl()}/shifts/${row.shift_id}`;
  return () => ({
    ...envelope(platform, row, email),
    ...renderEmail({
      ...frame(platform, row, words),
      ...parts,
      actions: parts.facts.length === 0 ? [] : [{ label: words.say('actions.openShift'), url }],
    }),
  });
}

/** The same as text, for the person who writes it: without the links, which are the reader's own. */
export function previewMessage(row: WrittenMessage): { subject: string; text: string } {
  const { subject = '', paragraphs = [], facts = [] } = partsOf(row) ?? {};
  const blocks = [
    greet(row.language, row.user_name),
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
  ];
  return { subject, text: blocks.filter((block) => block !== '').join('\n\n') };
}

function partsOf(row: WrittenMessage) {
  const message = textFor(row.message_texts, row.language);
  if (!message) return undefined;
  const words = wordsFor(row);
  const { start_time: start, end_time: end } = row;
  const shift = start && end ? { ...row, start, end, time_zone: row.time_zone ?? 'UTC' } : undefined;
  const sender = row.sender_name ?? row.organization_name;
  const lead = shift ? 'mail.shift_message.lead' : 'mail.shift_message.directLead';
  return {
    subject: message.subject,
    preview: message.text,
    paragraphs: [words.say(lead, { sender }), ...paragraphsOf(message.text)],
    facts: shift ? shiftFacts(shift, words) : [],
  };
}
