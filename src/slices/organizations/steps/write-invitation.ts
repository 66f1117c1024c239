import { greet, renderEmail } from '#platform/mail/email.ts';
import type { Mail } from '#platform/mail/index.ts';
import type { Platform } from '#platform/slice.ts';
import type en from '../messages/en.ts';
import { organizationTexts } from '../messages/index.ts';

export function invitationUrl(platform: Platform, token: string): string {
  return `${platform.publicUrl()}/invitation?token=${token}`;
}

interface InvitationFacts {
  readonly language: string;
  readonly organization: string;
  readonly email: string;
  readonly name: string | null;
  readonly url: string;
  readonly days: number;
}

export function writeInvitation({ language, organization, email, name, url, days }: InvitationFacts): Mail {
  const say = (part: keyof typeof en.mail.invitation) =>
    organizationTexts.say(language, `mail.invitation.${part}`, { organization, days });
  const rendered = renderEmail({
    language,
    subject: say('subject'),
    greeting: name === null ? say('greeting') : greet(language, name),
    paragraphs: [say('lead'), say('expiry')],
    facts: [],
    actions: [{ label: say('action'), url }],
    footer: say('footer'),
    footerLinks: [],
  });
  return { to: email, fromName: organization, ...rendered };
}
