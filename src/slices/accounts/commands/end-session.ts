import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { revokeSessions } from '../sql/sessions.ts';

/** Ends one of the person's sessions: this one (logging out) or one on another device. */
export async function endSession(
  platform: Platform,
  call: Call,
  person: Person,
  sessionId: number,
): Promise<void> {
  await inTransaction(platform.database, call, async (tx) => {
    const count = await revokeSessions(tx, person.userId, { only: sessionId }, call.now);
    if (count === 0) throw refuse('not_found');
    await writeAudit(tx, call, {
      organizationId: null,
      action: 'session.ended',
      objectId: sessionId,
      subjectUserId: person.userId,
    });
    return null;
  });
}

/** Ends all other sessions of the person. Returns how many ended. */
export async function endOtherSessions(platform: Platform, call: Call, person: Person): Promise<number> {
  return await inTransaction(platform.database, call, async (tx) => {
    const others = { except: person.sessionId, livingOnly: true };
    const count = await revokeSessions(tx, person.userId, others, call.now);
    if (count > 0) {
      await writeAudit(tx, call, {
        organizationId: null,
        action: 'session.others_ended',
        objectId: person.sessionId,
        subjectUserId: person.userId,
        after: { ended: count },
      });
    }
    return count;
  });
}

/** Ends the session that a refresh token belongs to. It’s fine if it has ended already or never existed. */
export async function endSessionOf(platform: Platform, call: Call, refreshToken: string): Promise<void> {
  try {
    const { sub, sid } = await platform.tokens.verify('rt+jwt', refreshToken, call.now);
    if (typeof sid !== 'number') return;
    const person: Person = { kind: 'person', userId: Number(sub), sessionId: sid, language: call.language };
    await endSession(platform, { ...call, actor: person }, person, sid);
  } catch (error) {
    const isOver =
      error instanceof Refusal && (error.code === 'unauthenticated' || error.code === 'not_found');
    if (!isOver) throw error;
  }
}
