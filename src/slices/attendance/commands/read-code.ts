import { timingSafeEqual } from 'node:crypto';
import { refuseField } from '#kernel/refusal.ts';
import type { Platform } from '#platform/slice.ts';
import { codeSeconds, codeWindow, dayEnd, dayWindow, isFresh } from '../rules/codes.ts';

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

/** The code on a shift's poster: it says that whoever scans it stands in front of it. */
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
    throw refuseField('code', 'expired', 'has expired. Show the code again and scan it.');
  }
  throw refuseField('code', 'invalid', 'is not a check-in code of this installation');
}

function mac(platform: Platform, text: string): string {
  return platform.database.sealer.digest('check-in-code', text).subarray(0, 16).toString('base64url');
}

function isGenuine(platform: Platform, text: string, tag: string | undefined): boolean {
  const expected = Buffer.from(mac(platform, text));
  const given = Buffer.from(tag ?? '');
  return expected.length === given.length && timingSafeEqual(expected, given);
}
