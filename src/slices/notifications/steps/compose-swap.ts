import { renderEmail } from '#platform/mail/email.ts';
import type { Platform } from '#platform/slice.ts';
import { swapSubject, swapTexts, wordsFor } from '../present.ts';
import { paragraphsOf } from '../rules/messages.ts';
import { isOffer } from '../rules/notices.ts';
import { type Draft, envelope, frame, type ShiftRow, shiftFacts, whenAndWhere } from './email-parts.ts';

/** A spot that is offered to the reader, or an offer that has ended. */
export function composeSwap(platform: Platform, row: ShiftRow, email: string): Draft | undefined {
  const { swap } = row;
  if (swap === null) return undefined;
  const words = wordsFor(row);
  const { text, name } = swapTexts(row, words);
  return () => ({
    ...envelope(platform, row, email),
    ...renderEmail({
      ...frame(platform, row, words),
      subject: swapSubject(row, words),
      ...(isOffer(text) && { preview: whenAndWhere(row, words) }),
      paragraphs: [
        words.say(`mail.swap.${text}.lead`, { name }),
        ...(isOffer(text) && swap.message !== '' ? paragraphsOf(swap.message) : []),
      ],
      facts: shiftFacts({ ...row, role_name: swap.role_name }, words),
      actions: [
        { label: words.say('actions.openShift'), url: `${platform.publicUrl()}/shifts/${row.shift_id}` },
      ],
    }),
  });
}
