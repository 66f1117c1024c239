import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { storedAnswer } from '#platform/db/index.ts';
import { greet, renderEmail } from '#platform/mail/email.ts';
import { openMailer } from '#platform/mail/index.ts';
import type { Platform } from '#platform/slice.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { authorize, findOrganization } from '#slices/organizations/index.ts';
import { notificationTexts } from '../messages/index.ts';

export interface TestMailResult {
  readonly status: 'sent' | 'failed' | 'not_configured';
  readonly to: string;
  /** The mail server's answer as a code: its text may name internal hosts. */
  readonly error: string | null;
}

/** Sends at once and not through the queue: the person who asks is waiting for the answer. */
export async function sendTestMail(
  platform: Platform,
  call: Call,
  { userId }: Person,
  organizationId: number,
): Promise<TestMailResult> {
  const { database, config, log } = platform;
  await authorize(database.db, call, 'organization.change', organizationId);
  const repeated = await storedAnswer<TestMailResult>(database, call);
  if (repeated) return repeated;
  const [profile, organization] = await Promise.all([
    findProfile(database.db, userId),
    findOrganization(database.db, organizationId),
  ]);
  if (!profile?.email || !organization) throw refuse('not_found');
  const { language } = profile;
  const say = (part: 'subject' | 'lead' | 'footer') =>
    notificationTexts.say(language, `mail.test.${part}`, { organization: organization.name });
  const rendered = renderEmail({
    language,
    subject: say('subject'),
    greeting: greet(language, profile.name),
    paragraphs: [say('lead')],
    facts: [],
    actions: [],
    footer: say('footer'),
    footerLinks: [],
  });
  const to = profile.email;
  const mailer = openMailer(database, config, log);
  try {
    if (!mailer.isConnected) return { status: 'not_configured', to, error: null };
    await mailer.send({ to, fromName: organization.name, id: crypto.randomUUID(), ...rendered });
    return { status: 'sent', to, error: null };
  } catch (error) {
    log.warn({ err: error }, 'test email not sent');
    return { status: 'failed', to, error: codeOf(error) };
  } finally {
    mailer.close();
  }
}

function codeOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const parts = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number');
  return parts.join(' ') || 'unknown';
}
