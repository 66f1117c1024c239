import type { Mail } from '#platform/mail/index.ts';
import { greet, renderLetter } from '#platform/mail/letter.ts';
import type { Platform } from '#platform/slice.ts';
import type en from '../messages/en.ts';
import { organizationTexts } from '../messages/index.ts';

export function invitationUrl(platform: Platform, token: string): string {
  return `${platform.publicUrl()}/invitation?token=${token}`;
}

interface InvitationLetter {
  readonly language: string;
  readonly organization: string;
  readonly email: string;
  readonly name: string | null;
  readonly url: string;
  readonly days: number;
}

export function writeInvitation({ language, organization, email, name, url, days }: InvitationLetter): Mail {
  const say = (part: keyof typeof en.mail.invitation) =>
    organizationTexts.say(language, `mail.invitation.${part}`, { organization, days });
  const letter = renderLetter({
    language,
    subject: say('subject'),
    greeting: name === null ? say('greeting') : greet(language, name),
    paragraphs: [say('lead'), say('expiry')],
    facts: [],
    actions: [{ label: say('action'), url }],
    footer: say('footer'),
    footerLinks: [],
  });
  return { to: email, fromName: organization, ...letter };
}
