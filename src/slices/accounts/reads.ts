import type { Person } from '#kernel/actor.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant, formatOptionalInstant } from '#kernel/time.ts';
import type { Database, Reader } from '#platform/db/index.ts';
import { bytesOf, jsonInTurns } from '#platform/http/in-turns.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { mailTo } from '#platform/mail/mailbox.ts';
import type { Platform } from '#platform/slice.ts';
import { waitingCounts } from './follow-ups.ts';
import { presentProfile } from './present.ts';
import type { ProfileBody, WaitingBody } from './schema.ts';
import { listKnownDevices } from './sql/devices.ts';
import { listMailTokens } from './sql/mail-tokens.ts';
import { findOwnProfile } from './sql/own-account.ts';
import { listAllSessions, listSessions } from './sql/sessions.ts';
import { hasInstallationOwner, isInstallationOwner, type ProfileRow } from './sql/users.ts';

export async function readInstallation(db: Reader) {
  return { has_owner: await hasInstallationOwner(db) };
}

/** Of people whose profile was read together with their session, in the same request. */
const readWithSession = new WeakMap<Person, ProfileRow>();

export function noteProfile(person: Person, row: ProfileRow): void {
  readWithSession.set(person, row);
}

export async function readProfile(database: Database, person: Person): Promise<ProfileBody> {
  const row = readWithSession.get(person) ?? (await findOwnProfile(database, person.userId));
  if (!row) throw refuse('unauthenticated');
  return presentProfile(row);
}

/** Undefined if it can't be read now: a session doesn't depend on it. */
export async function readWaiting(
  platform: Platform,
  userId: number,
  now: Temporal.Instant,
): Promise<WaitingBody | undefined> {
  const [count] = waitingCounts.partsOf(platform);
  try {
    return await count?.(platform.database.db, userId, now);
  } catch (err) {
    platform.log.warn({ err }, 'could not count what waits for a person');
    return undefined;
  }
}

export async function readSessions(db: Reader, person: Person, now: Temporal.Instant) {
  const rows = await listSessions(db, person.userId, now);
  return rows.map((row) => ({
    ...row,
    current: row.id === person.sessionId,
    created_at: formatInstant(row.created_at),
    last_used_at: formatInstant(row.last_used_at),
    expires_at: formatInstant(row.expires_at),
  }));
}

/**
 * Everything that is held on the person, by the part that holds it, written part by part: rows of one are gone before those
 * of the next are read. No one keeps it: it is personal, and the next one has another time.
 */
export async function readExport(
  platform: Platform,
  person: Person,
  now: Temporal.Instant,
): Promise<RawAnswer> {
  const { db } = platform.database;
  const { userId } = person;
  const profile = await readProfile(platform.database, person);
  async function* written(): AsyncGenerator<string> {
    yield* write('exported_at', formatInstant(now), '{');
    yield* write('profile', { ...profile, installation_owner: await isInstallationOwner(db, userId) });
    yield* write('sessions', await heldSessions(db, userId));
    const devices = await listKnownDevices(db, userId);
    yield* write(
      'devices',
      devices.map((row) => ({ last_used_at: formatInstant(row.last_used_at) })),
    );
    yield* write('links', await heldLinks(db, userId));
    yield* write('mail', await mailTo(platform.database, profile.email));
    for (const [name, parts] of Map.groupBy(platform.personalData, (part) => part.name)) {
      const [first, ...others] = parts;
      const held = await first?.export(db, userId, now);
      // Attendance and hours are two slices and one part of the file.
      for (const other of others) Object.assign(held as object, await other.export(db, userId, now));
      yield* write(name, held);
    }
    yield '}';
  }
  return new RawAnswer('application/json; charset=utf-8', await bytesOf(written()));
}

async function* write(name: string, held: unknown, separator = ','): AsyncGenerator<string> {
  yield `${separator}${JSON.stringify(name)}:`;
  yield* jsonInTurns(held);
}

async function heldSessions(db: Reader, userId: number) {
  const rows = await listAllSessions(db, userId);
  return rows.map((row) => ({
    ...row,
    created_at: formatInstant(row.created_at),
    last_used_at: formatInstant(row.last_used_at),
    expires_at: formatInstant(row.expires_at),
    revoked_at: formatOptionalInstant(row.revoked_at),
  }));
}

async function heldLinks(db: Reader, userId: number) {
  const rows = await listMailTokens(db, userId);
  return rows.map((row) => ({
    ...row,
    created_at: formatInstant(row.created_at),
    expires_at: formatInstant(row.expires_at),
    used_at: formatOptionalInstant(row.used_at),
  }));
}
