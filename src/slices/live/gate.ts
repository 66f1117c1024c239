import type { Actor } from '#kernel/actor.ts';
import { Refusal } from '#kernel/refusal.ts';
import type { AccessChange, Listener } from '#platform/live/index.ts';
import type { Platform } from '#platform/slice.ts';
import { rightsOf } from '#slices/organizations/index.ts';

/** Which changes a caller may learn of: check-ins for those who see attendance, drafts for those who plan. */
export async function listenerOf(
  { database }: Platform,
  actor: Actor,
  organizationId: number | null,
): Promise<Listener> {
  const rights = await rightsOf(database.db, actor);
  return {
    userId: actor.kind === 'person' ? actor.userId : null,
    memberOf: rights.memberOf,
    staffOf: rights.where('attendance.read'),
    managerOf: rights.where('shifts.manage'),
    organizationId,
  };
}

/** Undefined once the session has ended or the key is revoked; a failure to find out stays one. */
export async function stillThere(authentication: Promise<Actor>): Promise<Actor | undefined> {
  try {
    return await authentication;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unauthenticated') return undefined;
    throw error;
  }
}

export function isAbout({ kind, id }: AccessChange, actor: Actor): boolean {
  if (actor.kind === 'person')
    return id === (kind === 'session' ? actor.sessionId : kind === 'user' ? actor.userId : null);
  return actor.kind === 'api_key' && kind === 'key' && id === actor.keyId;
}
