import { randomInt, timingSafeEqual } from 'node:crypto';
import { actorName } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import { Refusal, refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { inTransaction, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, chooseOrganization } from '#slices/organizations/index.ts';
import { findShift } from '#slices/shifts/index.ts';
import { attendanceErrors } from '../errors.ts';
import {
  codeSeconds,
  codeWindow,
  dayEnd,
  dayWindow,
  isFresh,
  isShortCode,
  missWindowMinutes,
  renewedBelowSeconds,
  shortCodeSeconds,
  waitAfterMisses,
} from '../rules/codes.ts';
import type { ShortCodeQuestionInput } from '../schema.ts';
import {
  countMisses,
  findHolder,
  findShortCode,
  giveShortCode,
  type Holder,
  insertMiss,
  type ShortCodeRow,
} from '../sql/short-codes.ts';

/** A person's code, good for a minute or two: a photograph of it is of no use tomorrow. */
export function personCode(
  platform: Platform,
  userId: number,
  now: Temporal.Instant,
): { code: string; expires_at: string; offline: { code: string; expires_at: string } } {
  const window = codeWindow(now);
  const day = dayWindow(now);
  const expiresAt = new Date((window + 1) * codeSeconds * 1_000).toISOString();
  const codeOf = (at: number) => `mc1.${userId}.${at}.${mac(platform, `person.${userId}.${at}`)}`;
  return {
    code: codeOf(window),
    expires_at: expiresAt,
    offline: { code: codeOf(day), expires_at: new Date(dayEnd(day).epochMilliseconds).toISOString() },
  };
}

/** The code on a shift's poster: a person who scans it is there. */
export function posterCode(platform: Platform, shiftId: number): string {
  return `mp1.${shiftId}.${mac(platform, `poster.${shiftId}`)}`;
}

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

function mac(platform: Platform, text: string): string {
  return platform.database.sealer.digest('check-in-code', text).subarray(0, 16).toString('base64url');
}

function isGenuine(platform: Platform, text: string, tag: string | undefined): boolean {
  const expected = Buffer.from(mac(platform, text));
  const given = Buffer.from(tag ?? '');
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** So many are drawn at once that one of them is free, unless nearly all are in use. */
const draws = 16;
const attempts = 5;

/** Six digits for the person to read out. Asked again soon after, they are the same. */
export async function issueShortCode(platform: Platform, call: Call, userId: number) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(platform.database, call, async (tx) => {
        const { code, expires_at } =
          (await findShortCode(tx, userId, call.now.add({ seconds: renewedBelowSeconds }))) ??
          (await drawCode(tx, call, userId));
        return { code, expires_at: formatInstant(expires_at) };
      });
    } catch (error) {
      if (!(error instanceof AllTaken)) throw error;
      if (attempt === attempts) throw refuse('overloaded');
    }
  }
}

class AllTaken extends Error {}

async function drawCode(tx: Tx, call: Call, userId: number): Promise<ShortCodeRow> {
  const codes = Array.from({ length: draws }, () => String(randomInt(1_000_000)).padStart(6, '0'));
  const expiresAt = call.now.add({ seconds: shortCodeSeconds });
  const row = await giveShortCode(tx, userId, codes, call.now, expiresAt);
  if (!row) throw new AllTaken();
  return row;
}

/** Whose six digits these are: for the desk, before it checks the person in. */
export async function resolveShortCode(
  platform: Platform,
  call: Call,
  { organization_id, code }: ShortCodeQuestionInput,
): Promise<Holder> {
  const { db } = platform.database;
  const organizationId = await chooseOrganization(db, call, organization_id);
  await authorize(db, call, 'attendance.check_others', organizationId);
  return await holderOf(platform, call, organizationId, code);
}

/**
 * Replaces six digits in a check-in by the person they belong to. It has a transaction of its own, because a miss counts
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
  if (!shift || shift.status === 'draft') throw refuse('not_found');
  await authorize(db, call, 'attendance.check_others', shift.organization_id, 'public');
  const { user_id } = await holderOf(platform, call, shift.organization_id, input.code, input.user_id);
  const { code: _, ...rest } = input;
  return { ...rest, user_id } as Input;
}

async function holderOf(
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
