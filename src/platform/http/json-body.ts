import { isUtf8 } from 'node:buffer';
import { type FieldError, refuse } from '#kernel/refusal.ts';
import { platformErrors } from '#platform/errors.ts';
import { inspectContent } from './json-content.ts';
import {
  findDuplicateKey,
  type JsonLimit,
  locate,
  mostKeys,
  mostLevels,
  mostValues,
  scanJson,
} from './json-scan.ts';

const mostOf = { depth: mostLevels, too_many_keys: mostKeys, too_many_values: mostValues } as const;

/**
 * Reads a body as JSON and refuses what JSON.parse would accept or silently change: bytes that are not UTF-8,
 * duplicate keys, `__proto__`, structures beyond any honest use, and characters that PostgreSQL can't store.
 *
 * The limits are checked on the bytes, before anything is built from them: without a limit on values the parser took
 * 0.3 s for a megabyte of `{"a":[{},{},…]}`. `npx node bench/bodies.ts` measures every shape that we could think of:
 * none takes more than 20 ms of CPU, most take less than 8.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw refuse(platformErrors.not_utf8('body'));
  const { keys, broken } = scanJson(bytes);
  if (broken) {
    const { limit, at } = broken;
    throw refuse(platformErrors[limit](pathOfLimit(bytes, limit, at), { limit: mostOf[limit] }));
  }
  // A byte order mark isn't JSON, but some clients send it.
  const text = bytes.toString('utf8', startsWithMark(bytes) ? 3 : 0);
  if (/^[ \t\r\n]*$/.test(text)) return undefined;
  const value = parse(text);
  const content = inspectContent(value);
  // JSON.parse keeps only the last of two equal keys, so a body without duplicates still has all of its keys.
  const error = content.error ?? (content.keys < keys ? duplicateKey(bytes) : undefined);
  if (error) throw refuse(error);
  return value;
}

function pathOfLimit(bytes: Buffer, limit: JsonLimit, at: number): string {
  // The body as a whole has too many values, so there is no path.
  if (limit === 'too_many_values') return '';
  const { value, container } = locate(bytes, at);
  return limit === 'depth' ? value : container;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuse(platformErrors.syntax('body', { problem: (error as Error).message }));
  }
}

function duplicateKey(bytes: Buffer): FieldError {
  return platformErrors.duplicate_key(findDuplicateKey(bytes));
}

function startsWithMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
