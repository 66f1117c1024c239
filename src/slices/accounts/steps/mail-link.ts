import type { Call } from '#kernel/call.ts';
import { randomSecret } from '#platform/credentials/secrets.ts';
import type { Tx } from '#platform/db/index.ts';
import { formatMinutes, localeOf } from '#platform/language/index.ts';
import { greet, renderEmail } from '#platform/mail/email.ts';
import { queueMail } from '#platform/mail/index.ts';
import type { Platform } from '#platform/slice.ts';
import { accountTexts } from '../messages/index.ts';
import { insertMailToken } from '../sql/mail-tokens.ts';

export interface Addressee {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly language: string;
}

/** An email with one link in it, in the language of the account. */
export async function mailLink(
  tx: Tx,
  platform: Platform,
  { id, email, name, language }: Addressee,
  { kind, lifeMinutes, url }: { kind: 'passwordReset' | 'verification'; lifeMinutes: number; url: string },
): Promise<void> {
  const life = formatMinutes(localeOf(language), lifeMinutes);
  const say = (part: 'subject' | 'lead' | 'expiry' | 'action' | 'footer') =>
    accountTexts.say(language, `mail.${kind}.${part}`, { name, life });
  const rendered = renderEmail({
    language,
    subject: say('subject'),
    greeting:
      kind === 'verification'
        ? accountTexts.say(language, 'mail.verification.greeting', { name })
        : greet(language, name),
    paragraphs: [say('lead'), say('expiry')],
    facts: [],
    actions: [{ label: say('action'), url }],
    footer: say('footer'),
    footerLinks: [],
  });
  await queueMail(tx, platform.database, { to: email, userId: id, ...rendered });
}

const lifeHours = 72;

export async function mailVerification(
  tx: Tx,
  platform: Platform,
  call: Call,
  user: Addressee,
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
  const url = `${platform.publicUrl()}/verify-email?token=${token}`;
  await mailLink(tx, platform, user, { kind: 'verification', lifeMinutes: lifeHours * 60, url });
}
