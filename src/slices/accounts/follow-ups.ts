import type { Call } from '#kernel/call.ts';
import type { Reader, Tx } from '#platform/db/index.ts';
import { FollowUpPoint, type Platform } from '#platform/slice.ts';
import type { NewAccountInput, WaitingBody } from './schema.ts';

export interface NewAccount {
  readonly userId: number;
  readonly email: string;
  readonly input: NewAccountInput;
}

/** What a new account comes with: an organization, an invitation. The new person is the actor. */
export const newAccounts = new FollowUpPoint<
  (tx: Tx, platform: Platform, call: Call, account: NewAccount) => Promise<void>
>();

/** Something that organizations can ask for is new in a person's profile: a field, or a verified address. */
export const profileChanges = new FollowUpPoint<(tx: Tx, userId: number) => Promise<void>>();

/** The web app shows on every page how much waits for a person: it comes with the session. */
export const waitingCounts = new FollowUpPoint<
  (db: Reader, userId: number, now: Temporal.Instant) => Promise<WaitingBody>
>();
