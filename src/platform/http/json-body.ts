import { isUtf8 } from 'node:buffer';
import { type Fault, Refusal } from '#kernel/refusal.ts';

const deepest = 32;
const mostKeys = 1_000;

/**
 * Reads a body as JSON and refuses what JSON.parse would let through or quietly mend: bytes that are not
 * UTF-8, keys that come twice, `__proto__`, nesting and objects beyond any honest use, and characters that
 * PostgreSQL cannot store.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw badJson('The body is not valid UTF-8.');
  // A byte order mark is no JSON, but some clients send it.
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badJson(`The body is not valid JSON: ${(error as Error).message}.`);
  }
  const fault = findStructuralFault(text) ?? findTextFault(value, '');
  if (fault) throw badJson(`${fault.path || 'body'}: ${fault.message}.`, fault);
  return value;
}

function badJson(detail: string, fault?: Fault): Refusal {
  return new Refusal('bad_json', { detail, ...(fault && { errors: [fault] }) });
}

interface Level {
  /** Keys seen so far, for an object; undefined for an array. */
  readonly keys: Set<string> | undefined;
  readonly path: string;
  key: string;
  index: number;
}

/** Walks text that is known to be valid JSON. JSON.parse keeps only the last of two equal keys, so it cannot tell. */
function findStructuralFault(text: string): Fault | undefined {
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const level = levels.at(-1);
    switch (text.charCodeAt(at)) {
      case 0x7b: // {
      case 0x5b: {
        if (levels.length >= deepest)
          return { path: pathOf(level), code: 'depth', message: `nested deeper than ${deepest} levels` };
        levels.push({
          keys: text[at] === '{' ? new Set() : undefined,
          path: pathOf(level),
          key: '',
          index: 0,
        });
        break;
      }
      case 0x7d: // }
      case 0x5d:
        levels.pop();
        break;
      case 0x2c: // ,
        if (level) level.index += 1;
        break;
      case 0x22: {
        const end = endOfString(text, at);
        if (level?.keys && followedByColon(text, end)) {
          const fault = takeKey(level, level.keys, text.slice(at, end + 1));
          if (fault) return fault;
        }
        at = end;
        break;
      }
    }
  }
  return undefined;
}

function takeKey(level: Level, keys: Set<string>, quoted: string): Fault | undefined {
  level.key = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  const path = pathOf(level);
  if (level.key === '__proto__') return { path, code: 'forbidden_key', message: 'this key is not allowed' };
  if (keys.has(level.key)) return { path, code: 'duplicate_key', message: 'this key comes twice' };
  keys.add(level.key);
  if (keys.size > mostKeys)
    return { path: level.path, code: 'too_many_keys', message: `more than ${mostKeys} keys in one object` };
  return undefined;
}

function pathOf(level: Level | undefined): string {
  if (!level) return '';
  return joinPath(level.path, level.keys ? level.key : String(level.index));
}

/** Keys are the sender's words: cut, so that an error cannot be blown up with them. */
function joinPath(path: string, key: string): string {
  const step = key.slice(0, 100);
  return path === '' ? step : `${path}.${step}`.slice(0, 300);
}

function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}

function followedByColon(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === 0x3a;
}

/** PostgreSQL stores neither NUL nor half a surrogate pair; better a clear word here than an error there. */
function findTextFault(value: unknown, path: string): Fault | undefined {
  if (typeof value === 'string') return textFault(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const fault = textFault(key, path) ?? findTextFault(member, joinPath(path, key));
    if (fault) return fault;
  }
  return undefined;
}

function textFault(text: string, path: string): Fault | undefined {
  if (text.includes('\0')) return { path, code: 'nul_character', message: 'contains a NUL character' };
  if (!text.isWellFormed())
    return { path, code: 'lone_surrogate', message: 'contains half of a surrogate pair' };
  return undefined;
}
