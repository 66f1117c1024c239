import { pathOf } from './json-path.ts';
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  endOfString,
  openBrace,
  openBracket,
  quote,
} from './json-scan.ts';

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
