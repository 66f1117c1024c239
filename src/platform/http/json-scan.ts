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

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
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
 * counted too; the parser refuses it later. In UTF-8 a byte below 0x80 is always its own character.
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
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** Where a value stands, as our errors name it: `roles.0.key`. Keys are the sender's words: cut, so that no error grows with them. */
export function pathOf(steps: readonly (string | number)[]): string {
  return steps
    .map((step) => String(step).slice(0, 100))
    .join('.')
    .slice(0, 300);
}

interface Level {
  /** Undefined for an array. */
  readonly keys: Set<string> | undefined;
  step: string | number;
}

/** Where in the structure an offset lies. Only asked for text that exceeds a limit. */
export function locate(
  bytes: Buffer,
  offset: number,
): { readonly value: string; readonly container: string } {
  const steps = trace(bytes, offset);
  return { value: pathOf(steps), container: pathOf(steps.slice(0, -1)) };
}

/** The path of the first key that its object already has. Only asked for valid JSON that is known to have one. */
export function findDuplicateKey(bytes: Buffer): string {
  return pathOf(trace(bytes, bytes.length));
}

/** Reads the text once more and keeps the path, up to an offset or to the first duplicate key. */
function trace(bytes: Buffer, until: number): (string | number)[] {
  const levels: Level[] = [];
  let text = '';
  for (let at = 0; at < until; at += 1) {
    const level = levels.at(-1);
    switch (bytes[at]) {
      case openBrace:
        levels.push({ keys: new Set(), step: '' });
        break;
      case openBracket:
        levels.push({ keys: undefined, step: 0 });
        break;
      case closeBrace:
      case closeBracket:
        levels.pop();
        break;
      case comma:
        if (typeof level?.step === 'number') level.step += 1;
        break;
      case quote: {
        const end = endOfString(bytes, at);
        text = bytes.toString('utf8', at, end + 1);
        at = end;
        break;
      }
      case colon:
        if (!level?.keys) break;
        level.step = unquoted(text);
        if (level.keys.has(level.step)) return levels.map(({ step }) => step);
        level.keys.add(level.step);
    }
  }
  return levels.map(({ step }) => step);
}

function unquoted(text: string): string {
  if (!text.includes('\\')) return text.slice(1, -1);
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}
