import type { Tx } from '#platform/db/index.ts';
import { localeOf } from '#platform/language/index.ts';
import { formatSpan, readerLocale } from '#platform/language/moments.ts';
import { queueMail } from '#platform/mail/index.ts';
import { greet, renderLetter } from '#platform/mail/letter.ts';
import type { Platform } from '#platform/slice.ts';
import { signupTexts } from '../messages/index.ts';
import { findReader, type SwapRow } from '../sql/swaps.ts';

/** In the language of the reader. Those who got or gave away a spot hear of it as of any sign-up. */
export async function mailAboutSwap(
  tx: Tx,
  platform: Platform,
  swap: SwapRow,
  userId: number,
  kind: 'offered' | 'declined' | 'rejected',
): Promise<void> {
  const reader = await findReader(tx, userId);
  if (reader?.email == null) return;
  const { language } = reader;
  const about = { title: swap.title, name: kind === 'declined' ? (swap.to_user_name ?? '') : swap.user_name };
  const span = { start: swap.start_time, end: swap.end_time };
  const locale = readerLocale(localeOf(language), swap.time_zone);
  const facts: [string, string][] = [
    [signupTexts.say(language, 'swaps.when'), formatSpan(locale, span, swap.time_zone)],
    [signupTexts.say(language, 'swaps.where'), swap.location],
    [signupTexts.say(language, 'swaps.message'), kind === 'offered' ? swap.message : ''],
  ];
  const letter = renderLetter({
    language,
    subject: signupTexts.say(language, `swaps.${kind}.subject`, about),
    greeting: greet(language, reader.name),
    paragraphs: [signupTexts.say(language, `swaps.${kind}.lead`, about)],
    facts: facts.filter(([, value]) => value !== ''),
    actions: [
      {
        label: signupTexts.say(language, 'swaps.open'),
        url: `${platform.publicUrl()}/shifts/${swap.shift_id}`,
      },
    ],
    footer: signupTexts.say(language, 'swaps.footer', { organization: swap.organization_name }),
    footerLinks: [],
  });
  await queueMail(tx, platform.database, { to: reader.email, fromName: swap.organization_name, ...letter });
}
