import { isObject, type Json } from '../form-match.ts';

type JsonReading =
  | { readonly value: Json }
  /** The line at which a parser stopped; undefined where it is not known. */
  | { readonly value?: never; readonly line: number | undefined };

/** The object, or where it stops being one. The parser's messages are English in every language. */
export function readJson(text: string): JsonReading {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { value } : { line: 1 };
  } catch (error) {
    return { line: lineOf(text, (error as Error).message) };
  }
}

/** Parsers name a line, a position or the end of the text. */
function lineOf(text: string, message: string): number | undefined {
  const line = /\bline (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /\bposition (\d+)/.exec(message)?.[1];
  const isAtEnd = /unexpected (?:end|eof)/i.test(message);
  if (position === undefined && !isAtEnd) return undefined;
  return text.slice(0, position === undefined ? undefined : Number(position)).split('\n').length;
}
