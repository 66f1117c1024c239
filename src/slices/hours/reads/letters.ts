import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { readLetterCode } from '../gate.ts';
import { presentLetter } from '../present.ts';
import type { LetterBody, VerificationBody } from '../schema/hours.ts';
import { findLetter } from '../sql/letters.ts';

/** A letter that was issued, to be printed again. */
export async function readLetter(
  platform: Platform,
  call: Call,
  organizationId: number,
  letterId: number,
): Promise<LetterBody> {
  const { db } = platform.database;
  const grant = await authorize(db, call, 'hours.read', organizationId);
  const row = await findLetter(db, letterId);
  if (row?.organization_id !== grant.organizationId) throw refuse('not_found');
  return presentLetter(platform, row);
}

const unknown: VerificationBody = {
  genuine: false,
  organization_name: null,
  person_name: null,
  from: null,
  to: null,
  time_zone: null,
  minutes: null,
  verified_minutes: null,
  issued_at: null,
};

/** What a genuine letter says, for anyone who has one. */
export async function verifyLetter(platform: Platform, code: string): Promise<VerificationBody> {
  const id = readLetterCode(platform, code);
  const row = id === undefined ? undefined : await findLetter(platform.database.db, id);
  if (!row) return unknown;
  return {
    genuine: true,
    organization_name: row.organization_name,
    person_name: row.person_name,
    from: row.period_from,
    to: row.period_to,
    time_zone: row.time_zone,
    minutes: row.minutes,
    verified_minutes: row.verified_minutes,
    issued_at: formatInstant(row.issued_at),
  };
}
