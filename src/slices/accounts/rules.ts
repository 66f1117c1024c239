import { kinds } from '#kernel/notification-kinds.ts';
import type { FieldError } from '#kernel/refusal.ts';
import { accountErrors } from './errors.ts';

/** Addresses are compared trimmed and in lower case, everywhere. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

const shortest = 8;
const longest = 128;

/** Long enough, and not what anyone would try first. The rest is up to the person. */
export function checkPassword(
  password: string,
  person: { email: string; name: string },
  path = 'password',
): FieldError | undefined {
  const length = [...password].length;
  if (length < shortest) return accountErrors.password_too_short(path, { limit: shortest });
  if (length > longest) return accountErrors.password_too_long(path, { limit: longest });
  const folded = password.trim().toLowerCase();
  if (folded === normaliseEmail(person.email)) return accountErrors.password_is_email(path);
  if (folded === person.name.trim().toLowerCase()) return accountErrors.password_is_name(path);
  return undefined;
}

type Preferences = Readonly<Partial<Record<string, object>>>;

/** Kind by kind and channel by channel: a page that was opened before an unsubscribe must not undo it. */
export function mergePreferences(before: unknown, change: Preferences): Preferences {
  const old = (before ?? {}) as Preferences;
  const merged = kinds
    .filter((kind) => kind in old || kind in change)
    .map((kind) => [kind, { ...old[kind], ...change[kind] }]);
  return Object.fromEntries(merged);
}

/** A lost answer may be asked for again this long. */
export const graceSeconds = 30;

export interface RefreshFacts {
  readonly now: Temporal.Instant;
  /** Of the token that was sent. */
  readonly generation: number;
  readonly session: {
    readonly generation: number;
    readonly rotatedAt: Temporal.Instant;
    readonly expiresAt: Temporal.Instant;
    readonly revokedAt: Temporal.Instant | null;
  };
}

/** `again`: the answer to the last refresh was lost, give the same generation. `stolen`: an old token came back. */
export type RefreshDecision = 'rotate' | 'again' | 'stolen' | 'ended';

export function decideRefresh({ now, generation, session }: RefreshFacts): RefreshDecision {
  if (session.revokedAt !== null || Temporal.Instant.compare(session.expiresAt, now) <= 0) return 'ended';
  if (generation === session.generation) return 'rotate';
  const sinceRotation = now.epochMilliseconds - session.rotatedAt.epochMilliseconds;
  if (generation === session.generation - 1 && sinceRotation <= graceSeconds * 1_000) return 'again';
  return 'stolen';
}

/** The most mails of one kind that a person gets within so many minutes. */
export const mailLimit = { count: 5, minutes: 30 };

const freeFailures = 10;
const longestDelaySeconds = 15 * 60;

/** Seconds for which an account is closed to this kind of device after so many failures in a row. */
export function delayAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(longestDelaySeconds, 2 ** (failures - freeFailures));
}

export const accessSeconds = 15 * 60;

export const sessionDays = 30;
