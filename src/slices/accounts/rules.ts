import { type Fault, type Refusal, refuse } from '#kernel/refusal.ts';

/** Addresses are compared trimmed and in lower case, everywhere. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

const shortest = 8;
const longest = 128;

/** Long enough, and not what anybody would try first. Everything else is the person's own business. */
export function checkPassword(
  password: string,
  person: { email: string; name: string },
  path = 'password',
): Refusal | undefined {
  const length = [...password].length;
  const fault = (code: string, message: string): Refusal => {
    const errors: Fault[] = [{ path, code, message }];
    return refuse('password_unsuitable', `${path}: ${message}`, errors);
  };
  if (length < shortest) return fault('min_length', `must have at least ${shortest} characters`);
  if (length > longest) return fault('max_length', `must have at most ${longest} characters`);
  const folded = password.trim().toLowerCase();
  if (folded === normaliseEmail(person.email)) return fault('is_email', 'must not be the e-mail address');
  if (folded === person.name.trim().toLowerCase()) return fault('is_name', 'must not be the name');
  return undefined;
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

/** So many mails of one kind go to a person within so many minutes, whoever asks for them. */
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
