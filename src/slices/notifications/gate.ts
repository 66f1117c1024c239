import { createECDH, timingSafeEqual } from 'node:crypto';
import type { Call } from '#kernel/call.ts';
import type { Kind } from '#kernel/notification-kinds.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Sealer } from '#platform/db/index.ts';
import { isKind } from './rules/kinds.ts';

/**
 * Links that work without login carry what they are for and a signature, so nothing has to be kept for a mail that
 * no one answers. A "can't come" link is good for one registration; that ends once and never comes back, which makes
 * the link work once.
 */
export function cantComeToken(sealer: Sealer, registrationId: number): string {
  return sign(sealer, 'cant-come-link', `${registrationId}`);
}

export function readCantComeToken(sealer: Sealer, token: string): number {
  const subject = readSigned(sealer, 'cant-come-link', token);
  return Number(subject);
}

/** One question to one person. What became of it is kept with the question, so the link can be opened again. */
export function askToken(sealer: Sealer, askId: number, userId: number): string {
  return sign(sealer, 'ask-link', `${askId}-${userId}`);
}

export function readAskToken(sealer: Sealer, token: string): { askId: number; userId: number } {
  const [askId, userId] = readSigned(sealer, 'ask-link', token).split('-');
  return { askId: Number(askId), userId: Number(userId) };
}

/** A link acts for the person it was sent to, for one action and without a session. */
export function callOfPerson(call: Call, userId: number): Call {
  const { language, now, requestId, address, userAgent } = call;
  const actor = { kind: 'person', userId, sessionId: 0, language } as const;
  return { actor, language, now, requestId, address, userAgent };
}

export function unsubscribeToken(sealer: Sealer, userId: number, kind: Kind): string {
  return sign(sealer, 'unsubscribe-link', `${userId}-${kind}`);
}

export function readUnsubscribeToken(sealer: Sealer, token: string): { userId: number; kind: Kind } {
  const [userId = '', kind = ''] = readSigned(sealer, 'unsubscribe-link', token).split('-');
  if (!isKind(kind)) throw refuse('token_invalid');
  return { userId: Number(userId), kind };
}

/** Letters and digits alone: programs that find links in texts cut off what looks like punctuation. */
const signatureLength = 40;

function sign(sealer: Sealer, purpose: string, subject: string): string {
  return `${subject}-${sealer.hexDigest(purpose, subject).slice(0, signatureLength)}`;
}

function readSigned(sealer: Sealer, purpose: string, token: string): string {
  const subject = token.slice(0, -signatureLength - 1);
  const wanted = Buffer.from(sign(sealer, purpose, subject));
  const given = Buffer.from(token);
  if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) throw refuse('token_invalid');
  return subject;
}

const curve = 'prime256v1';

/**
 * The key that tells push services who we are. It follows from the installation's secret, which also seals all other
 * keys: nothing has to be stored, every process has the same one, and reading it never writes.
 */
export function vapidKeys(sealer: Sealer): { publicKey: string; privateKey: string } {
  const key = createECDH(curve);
  for (let attempt = 0; ; attempt += 1) {
    const bytes = sealer.digest('vapid-key', String(attempt));
    try {
      key.setPrivateKey(bytes);
      return { publicKey: key.getPublicKey('base64url'), privateKey: bytes.toString('base64url') };
    } catch {
      // One number in four billion is not on the curve: the next one is.
    }
  }
}
