import { actorName, type Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { forgetAnswers, inTransaction, type Tx } from '#platform/db/index.ts';
import { defineJob, enqueue } from '#platform/jobs/index.ts';
import { forgetQueued } from '#platform/mail/index.ts';
import { forgetMail } from '#platform/mail/mailbox.ts';
import { forgetReasons } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import { forgetMailTokens } from '../sql/mail-tokens.ts';
import { eraseUser, lockProfile } from '../sql/users.ts';
import { confirmPassword, startAfresh } from '../steps/throttle-guesses.ts';

/** No request takes longer, nor does one that was sent before the account was erased. */
const stragglersSeconds = 120;

interface Erasure {
  readonly user_id: number;
}

export const finishErasure = defineJob<Erasure>('finish_erasure');

/** Forgets a person. Every slice deletes its part; what remains is an id without a name. */
export async function eraseAccount(
  platform: Platform,
  call: Call,
  person: Person,
  password: string,
): Promise<void> {
  await confirmPassword(platform, call, person, password);
  await inTransaction(platform.database, call, async (tx) => {
    const profile = await lockProfile(tx, person.userId);
    // Erased by another request in the meantime: the token's account is gone.
    if (!profile) throw refuse('unauthenticated');
    await eraseParts(tx, platform, call, person.userId);
    const runAt = call.now.add({ seconds: stragglersSeconds });
    const email = profile.email ?? '';
    await enqueue(tx, finishErasure, { user_id: person.userId }, { runAt });
    await startAfresh(tx, platform.database.sealer, { id: person.userId, email });
    await forgetMail(tx, email);
    await forgetQueued(tx, platform.database, { userId: person.userId, address: email });
    await forgetAnswers(tx, actorName(person));
    await eraseUser(tx, person.userId, call.now);
    await writeAudit(tx, call, {
      organizationId: null,
      action: 'account.erased',
      objectId: person.userId,
      subjectUserId: person.userId,
    });
  });
}

async function eraseParts(tx: Tx, platform: Platform, call: Call, userId: number): Promise<void> {
  for (const part of platform.personalData) await part.forgetAhead?.(tx, call, userId);
  await forgetTyped(tx, platform, userId);
  for (const part of platform.personalData) await part.erase(tx, call, userId, platform);
}

/** Why people cancelled, were rejected or lost a badge is also in events and what was sent of them. The audit log keeps it. */
async function forgetTyped(tx: Tx, { personalData }: Platform, userId: number): Promise<void> {
  const types = personalData.flatMap(({ reasonsIn = [] }) => reasonsIn);
  const events = await forgetReasons(tx, userId, types);
  if (events.length === 0) return;
  for (const part of personalData) await part.forgetReasons?.(tx, events);
}

/**
 * A request that was already running may have written something after its table was cleared: a membership, a form's answers,
 * an email. The address may have a new account by now, whose email stays. Safe to repeat.
 */
export async function eraseStragglers(
  platform: Platform,
  call: Call,
  { user_id: userId }: Erasure,
): Promise<void> {
  await inTransaction(platform.database, {}, async (tx) => {
    await eraseParts(tx, platform, call, userId);
    await forgetQueued(tx, platform.database, { userId });
    await forgetMailTokens(tx, userId);
  });
}
