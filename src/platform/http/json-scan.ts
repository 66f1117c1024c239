export const mostLevels = 32;
export const mostKeys = 1_000;
/** An honest body has a few thousand at most: 500 scans of a check-in desk are 3,000. */
export const mostValues = 10_000;

export type JsonLimit = 'depth' | 'too_many_keys' | 'too_many_values';

export interface JsonScan {
  /** All keys of all objects, duplicates included. */
  readonly keys: number;
  /** The first limit that the text exceeds, and the offset of the byte that exceeds it. */
  readonly broken?: { readonly limit: JsonLimit; readonly at: number };
}

export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
const backslash = 0x5c;

/** What a byte means outside of texts, by table: comparing with each in turn took three times as long. */
const blank = 0;
const plain = 1;
const meanings = new Uint8Array(256).fill(plain);
for (const one of [0x20, 0x09, 0x0a, 0x0d]) meanings[one] = blank;
for (const one of [quote, comma, colon, openBracket, closeBracket, openBrace, closeBrace])
  meanings[one] = one;

/**
 * Counts levels, keys and values in one pass over the bytes, without building anything. Text that is not JSON is
 * counted too; the parser refuses it later. In UTF-8 a byte below 0x80 is always a character of its own.
 */
export function scanJson(bytes: Uint8Array): JsonScan {
  const keysOfLevel = new Int32Array(mostLevels + 1);
  let level = 0;
  let keys = 0;
  let values = 1;
  let isEmpty = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const meaning = meanings[bytes[at] as number] as number;
    if (meaning === blank || (meaning === plain && !isEmpty)) continue;
    const closes = meaning === closeBrace || meaning === closeBracket;
    // The first member of something, or one more.
    if (meaning === comma || (isEmpty && !closes)) {
      values += 1;
      if (values > mostValues) return { keys, broken: { limit: 'too_many_values', at } };
    }
    isEmpty = meaning === openBrace || meaning === openBracket;
    if (isEmpty) {
      if (level === mostLevels) return { keys, broken: { limit: 'depth', at } };
      level += 1;
      keysOfLevel[level] = 0;
    } else if (closes) {
      if (level > 0) level -= 1;
    } else if (meaning === quote) {
      at = endOfString(bytes, at);
    } else if (meaning === colon) {
      keys += 1;
      const ofThis = (keysOfLevel[level] as number) + 1;
      keysOfLevel[level] = ofThis;
      if (ofThis > mostKeys) return { keys, broken: { limit: 'too_many_keys', at } };
    }
  }
  return { keys };
}

/** The offset of the closing quote, or of the end of a text that has none. */
export function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
