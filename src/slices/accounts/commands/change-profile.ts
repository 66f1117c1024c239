import type { Person } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import type { Kind } from '#kernel/notification-kinds.ts';
import { refuse } from '#kernel/refusal.ts';
import { writeAudit } from '#platform/audit/index.ts';
import { changesOf } from '#platform/changes.ts';
import { inTransaction } from '#platform/db/index.ts';
import { checkIfMatch } from '#platform/http/etag.ts';
import type { Platform } from '#platform/slice.ts';
import { accountErrors } from '../errors.ts';
import { profileChanges } from '../follow-ups.ts';
import { presentProfile } from '../present.ts';
import { mergePreferences } from '../rules.ts';
import {
  type NotificationPreferencesBody,
  Profile,
  type ProfileBody,
  type ProfileChangeInput,
} from '../schema.ts';
import { lockProfile, type ProfileRow, type ProfileValues, updateProfile } from '../sql/users.ts';

export async function changeProfile(
  platform: Platform,
  call: Call,
  person: Person,
  change: ProfileChangeInput,
): Promise<ProfileBody> {
  if (change.date_of_birth != null) checkBirth(change.date_of_birth, call.now);
  return await inTransaction(platform.database, call, async (tx) => {
    const before = await lockProfile(tx, person.userId);
    if (!before) throw refuse('unauthenticated');
    checkIfMatch(call, Profile, presentProfile(before));
    const changes = changesOf(before, valuesOf(change, before));
    if (!changes) return presentProfile(before);
    await updateProfile(tx, person.userId, changes, call.now);
    await writeAudit(tx, call, {
      organizationId: null,
      action: 'account.profile_changed',
      objectId: person.userId,
      subjectUserId: person.userId,
      // Names of fields only: what they hold is personal.
      after: { fields: Object.keys(changes).sort() },
    });
    const after = await lockProfile(tx, person.userId);
    if (!after) throw refuse('unauthenticated');
    if (askedFor(before) !== askedFor(after))
      for (const follow of profileChanges.partsOf(platform)) await follow(tx, person.userId);
    return presentProfile(after);
  });
}

/** The fields that organizations can ask for, as one text. */
function askedFor({ phone, date_of_birth, emergency_contact }: ProfileRow): string {
  return JSON.stringify([phone, date_of_birth, emergency_contact]);
}

function valuesOf(change: ProfileChangeInput, before: ProfileRow): ProfileValues {
  const { name, notification_preferences: preferences } = change;
  return {
    ...change,
    ...(name !== undefined && { name: name.trim() }),
    ...(preferences && {
      notification_preferences: mergePreferences(before.notification_preferences, preferences),
    }),
  };
}

const firstYear = 1900;

function checkBirth(date: string, now: Temporal.Instant): void {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate();
  const born = Temporal.PlainDate.from(date);
  if (Temporal.PlainDate.compare(born, today) > 0)
    throw refuse(accountErrors.born_in_future('date_of_birth'));
  if (born.year < firstYear)
    throw refuse(accountErrors.born_too_early('date_of_birth', { year: String(firstYear) }));
}

/** Stops emails of some kinds. The caller has followed a link in a message to this person. Safe to repeat. */
export async function turnOffNotices(
  platform: Platform,
  call: Call,
  userId: number,
  kinds: readonly Kind[],
): Promise<void> {
  await inTransaction(platform.database, {}, async (tx) => {
    const profile = await lockProfile(tx, userId);
    // The link was sent before the account was erased.
    if (!profile) throw refuse('token_invalid');
    const before = profile.notification_preferences as NotificationPreferencesBody;
    if (kinds.every((kind) => before[kind]?.email === false)) return;
    const off = kinds.map((kind) => [kind, { ...before[kind], email: false }]);
    const preferences = { ...before, ...Object.fromEntries(off) };
    await updateProfile(tx, userId, { notification_preferences: preferences }, call.now);
    await writeAudit(tx, call, {
      organizationId: null,
      action: 'account.profile_changed',
      objectId: userId,
      subjectUserId: userId,
      after: { fields: ['notification_preferences'], turned_off: kinds },
      source: 'self_service',
    });
  });
}
