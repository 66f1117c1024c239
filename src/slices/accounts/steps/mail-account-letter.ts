import type { Tx } from '#platform/db/index.ts';
import { queueMail } from '#platform/mail/index.ts';
import { renderLetter } from '#platform/mail/letter.ts';
import type { Platform } from '#platform/slice.ts';
import type { textsIn } from '../messages.ts';

export interface Addressee {
  readonly email: string;
  readonly name: string;
  readonly language: string;
}

/** A letter with one link in it, in the language of the account. */
export async function mailAccountLetter(
  tx: Tx,
  platform: Platform,
  { email, name, language }: Addressee,
  words: Omit<ReturnType<typeof textsIn>['verification'], 'once'>,
  once: string,
  url: string,
): Promise<void> {
  const letter = renderLetter({
    language,
    subject: words.subject,
    greeting: words.greeting(name),
    paragraphs: [words.lead, once],
    facts: [],
    actions: [{ label: words.action, url }],
    footer: words.footer,
    footerLinks: [],
  });
  await queueMail(tx, platform.database, { to: email, ...letter });
}
