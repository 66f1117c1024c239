import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Platform } from '#platform/slice.ts';
import { findProfile } from '#slices/accounts/index.ts';
import { readMemberAwards } from '#slices/badges/index.ts';
import { readMemberSubmissions } from '#slices/forms/index.ts';
import { readHours } from '#slices/hours/index.ts';
import { readMemberJourneys } from '#slices/journeys/index.ts';
import {
  authorize,
  findMember,
  grantAlso,
  type Permission,
  presentMember,
} from '#slices/organizations/index.ts';
import { asksDateOfBirth } from '#slices/programs/index.ts';
import { presentAvailability, readMemberRegistrations } from '#slices/signups/index.ts';
import { presentNote, presentTag } from '../present.ts';
import { selectNotes } from '../sql/notes.ts';
import { tagsByPerson } from '../sql/people.ts';

/** How many upcoming shifts come with the member; the rest has its own list. */
const shiftsShown = 20;
const notesShown = 20;

/**
 * One member with everything that a coordinator may see, in a fixed number of statements. Each part has the permission of
 * the list that it is taken from; it is null for API keys without the scope.
 */
export async function readMemberFile(platform: Platform, call: Call, organizationId: number, userId: number) {
  const { db } = platform.database;
  const grant = await authorize(db, call, 'members.read', organizationId);
  const member = await findMember(db, organizationId, userId);
  const profile = member && (await findProfile(db, userId));
  if (!member || !profile) throw refuse('not_found');
  const asks = await asksDateOfBirth(db, grant);
  const part = async <Part>(permission: Permission, read: () => Promise<Part>): Promise<Part | null> =>
    grantAlso(call, grant, permission) === undefined ? null : await read();
  const upcoming = { when: 'upcoming', limit: shiftsShown } as const;
  const byProgram = { user_id: userId, group_by: 'program', limit: 200 } as const;
  return {
    ...presentMember(member),
    phone: profile.phone,
    language: profile.language,
    date_of_birth: asks ? profile.date_of_birth : null,
    asks_date_of_birth: asks,
    has_emergency_contact: profile.emergency_contact !== null,
    tags: ((await tagsByPerson(db, organizationId, [userId])).get(userId) ?? []).map(presentTag),
    notes: await part('people.annotate', async () => {
      const rows = await selectNotes(db, grant, userId, { before: undefined, limit: notesShown });
      return rows.slice(0, notesShown).map(presentNote);
    }),
    availability: await part('shifts.manage', () => presentAvailability(db, userId)),
    registrations: await part('shifts.manage', () =>
      readMemberRegistrations(db, call, organizationId, userId, upcoming),
    ),
    hours: await part('hours.read', () => readHours(db, call, organizationId, byProgram)),
    submissions: await part('forms.manage', () => readMemberSubmissions(db, call, organizationId, userId)),
    badges: await part('badges.manage', () => readMemberAwards(platform, call, organizationId, userId)),
    journeys: await part('journeys.manage', () => readMemberJourneys(db, call, organizationId, userId)),
  };
}
