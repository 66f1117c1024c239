import type { Call } from '#kernel/call.ts';
import { randomSecret } from '#platform/credentials/secrets.ts';
import type { Tx } from '#platform/db/index.ts';
import { queueMail } from '#platform/mail/index.ts';
import { renderLetter } from '#platform/mail/letter.ts';
import type { Platform } from '#platform/slice.ts';
import { textsIn } from '../messages.ts';
import { insertMailToken } from '../sql/mail-tokens.ts';

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

const lifeHours = 72;

export async function mailVerification(
  tx: Tx,
  platform: Platform,
  call: Call,
  user: Addressee & { id: number },
): Promise<void> {
  const token = randomSecret('verify');
  await insertMailToken(tx, {
    digest: platform.database.sealer.digest('mail-token', token),
    userId: user.id,
    purpose: 'email_verification',
    email: user.email,
    now: call.now,
    expiresAt: call.now.add({ hours: lifeHours }),
  });
  const words = textsIn(user.language).verification;
  const url = `${platform.publicUrl()}/verify-email?token=${token}`;
  await mailAccountLetter(tx, platform, user, words, words.once({ hours: lifeHours }), url);
}
