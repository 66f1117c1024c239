import { timingSafeEqual } from 'node:crypto';
import type { Platform } from '#platform/slice.ts';

/** Without letters that look like digits: a code is read off paper. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const signCount = 16;

/** The letter's number and 80 bits that only this installation can make: nothing about it is kept, nothing can be guessed. */
export function letterCode(platform: Platform, id: number): string {
  const tag = tagOf(platform, id);
  return [String(id), ...(tag.match(/.{4}/g) ?? [])].join('-');
}

/** The number of the letter, if the code is genuine. Blanks, hyphens and small letters make no difference. */
export function readLetterCode(platform: Platform, code: string): number | undefined {
  const text = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const number = text.slice(0, -signCount);
  if (!/^[1-9]\d{0,14}$/.test(number)) return undefined;
  const given = Buffer.from(text.slice(-signCount));
  const expected = Buffer.from(tagOf(platform, Number(number)));
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(number) : undefined;
}

function tagOf(platform: Platform, id: number): string {
  const digest = platform.database.sealer.digest('hour-letter', String(id));
  return Array.from(digest.subarray(0, signCount), (byte) => alphabet[byte % 32]).join('');
}
