import { timingSafeEqual } from 'node:crypto';
import { actorName } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize } from '#slices/organizations/index.ts';
import { findShift } from '#slices/shifts/index.ts';
import { attendanceErrors } from '../errors.ts';
import { isFresh, isShortCode, missWindowMinutes, waitAfterMisses } from '../rules/codes.ts';
import { countMisses, findHolder, type Holder, insertMiss } from '../sql/short-codes.ts';

export type ReadCode =
  | { readonly kind: 'person'; readonly userId: number }
  | { readonly kind: 'poster'; readonly shiftId: number };

/** Reads a scanned code. `scannedAt` is the desk's time: a scan that waited offline was fresh then. */
export function readCode(platform: Platform, code: string, scannedAt: Temporal.Instant): ReadCode {
  const [kind, id = '', ...rest] = code.split('.');
  if (kind === 'mp1' && /^\d{1,15}$/.test(id) && isGenuine(platform, `poster.${id}`, rest[0])) {
    return { kind: 'poster', shiftId: Number(id) };
  }
  const [window = '', tag] = rest;
  if (
    kind === 'mc1' &&
    /^\d{1,15}$/.test(id) &&
    /^\d{1,12}$/.test(window) &&
    isGenuine(platform, `person.${id}.${window}`, tag)
  ) {
    if (isFresh(Number(window), scannedAt)) return { kind: 'person', userId: Number(id) };
    throw refuse(attendanceErrors.expired('code'));
  }
  throw refuse(attendanceErrors.invalid('code'));
}

export function mac(platform: Platform, text: string): string {
  return platform.database.sealer.digest('check-in-code', text).subarray(0, 16).toString('base64url');
}

function isGenuine(platform: Platform, text: string, tag: string | undefined): boolean {
  const expected = Buffer.from(mac(platform, text));
  const given = Buffer.from(tag ?? '');
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/**
 * Replaces six digits in a check-in by the person they belong to. It has its own transaction, because a wrong code counts
 * although the check-in is refused.
 */
export async function readDigits<Input extends { user_id?: number; code?: string }>(
  platform: Platform,
  call: Call,
  shiftId: number,
  input: Input,
): Promise<Input> {
  if (input.code === undefined || !isShortCode(input.code)) return input;
  const { db } = platform.database;
  const shift = await findShift(db, shiftId);
  if (!shift || shift.is_hidden) throw refuse('not_found');
  await authorize(db, call, 'attendance.check_others', shift.organization_id, 'public');
  const { user_id } = await holderOf(platform, call, shift.organization_id, input.code, input.user_id);
  const { code: _, ...rest } = input;
  return { ...rest, user_id } as Input;
}

export async function holderOf(
  platform: Platform,
  call: Call,
  organizationId: number,
  code: string,
  expected?: number,
): Promise<Holder> {
  const caller = actorName(call.actor);
  const found = await inTransaction(platform.database, {}, async (tx) => {
    const since = call.now.subtract({ minutes: missWindowMinutes });
    const wait = waitAfterMisses(await countMisses(tx, organizationId, caller, since), call.now);
    if (wait !== undefined) {
      const errors = [attendanceErrors.too_many_wrong_codes('code')];
      return new Refusal('rate_limited', { errors, retryAfterSeconds: wait });
    }
    const holder = await findHolder(tx, organizationId, code, call.now);
    if (holder && (expected === undefined || expected === holder.user_id)) return holder;
    await insertMiss(tx, organizationId, caller, call.now);
    return refuse(attendanceErrors.wrong_digits('code'));
  });
  if (found instanceof Refusal) throw found;
  return found;
}
