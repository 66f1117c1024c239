import { randomInt } from 'node:crypto';
import type { Call } from '#kernel/call.ts';
import { refuse } from '#kernel/refusal.ts';
import { formatInstant } from '#kernel/time.ts';
import { inTransaction, storedAnswer, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { authorize, chooseOrganization } from '#slices/organizations/index.ts';
import {
  codeSeconds,
  codeWindow,
  dayEnd,
  dayWindow,
  renewedBelowSeconds,
  shortCodeSeconds,
} from '../rules/codes.ts';
import type { ShortCodeQuestionInput } from '../schema.ts';
import { findShortCode, giveShortCode, type Holder, type ShortCodeRow } from '../sql/short-codes.ts';
import { holderOf, mac } from '../steps/read-code.ts';

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
  // Under the key of another request, a wrong code doesn't count.
  const repeated = await storedAnswer<Holder>(platform.database, call);
  return repeated ?? (await holderOf(platform, call, organizationId, code));
}
