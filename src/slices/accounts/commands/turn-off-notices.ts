import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { lockProfile, updateProfile } from '../sql/users.ts';

/** Stops messages of some kinds. Whoever asks has shown a link from a message to this person. Safe to repeat. */
export async function turnOffNotices(
  platform: Platform,
  call: Call,
  userId: number,
  kinds: readonly string[],
): Promise<void> {
  await inTransaction(platform.database, {}, async (tx) => {
    const profile = await lockProfile(tx, userId);
    if (!profile) throw refuse('not_found');
    const before = profile.notification_preferences as Record<string, boolean>;
    if (kinds.every((kind) => before[kind] === false)) return;
    const preferences = { ...before, ...Object.fromEntries(kinds.map((kind) => [kind, false])) };
    await updateProfile(tx, userId, { notification_preferences: JSON.stringify(preferences) }, call.now);
    await writeAudit(tx, call, {
      organizationId: null,
      action: 'account.profile_changed',
      objectType: 'user',
      objectId: userId,
      subjectUserId: userId,
      after: { fields: ['notification_preferences'], turned_off: kinds },
      source: 'self_service',
    });
  });
}
