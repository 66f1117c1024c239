import type { FieldError } from '#kernel/refusal.ts';
import { formErrors } from '../errors.ts';

/** A pattern, taken apart. Captures mean nothing when only a yes or no is asked for. */
export type Part =
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'either'; readonly options: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number };

export type Edge = 'start' | 'end' | 'word' | 'within';

export class UnsafePattern extends Error {
  /** What is wrong with the pattern, for the place where it stands. */
  readonly errorAt: (path: string) => FieldError;

  constructor(errorAt: (path: string) => FieldError) {
    super();
    this.errorAt = errorAt;
  }
}

/**
 * The regular part of ECMAScript's patterns with the `u` flag. What needs backtracking is refused: references to
 * a capture, looking ahead and behind. The text must be a pattern to JavaScript: this reader trusts its syntax.
 */
export function parsePattern(source: string): Part {
  return new Reader(source).either();
}

const edges: Record<string, Edge> = { '^': 'start', $: 'end', '\\b': 'word', '\\B': 'within' };

const escaped =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|.)/suy;
const characterClass = /\[(?:[^\]\\]|\\.)*\]/suy;
const quantifier = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/uy;
const groupStart = /\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/uy;
const single = /./suy;

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  either(): Part {
    const options = [this.#sequence()];
    while (this.#source[this.#at] === '|') {
      this.#at += 1;
      options.push(this.#sequence());
    }
    const [only] = options;
    return only && options.length === 1 ? only : { kind: 'either', options };
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) {
      parts.push(this.#repeated(this.#atom()));
    }
    return { kind: 'sequence', parts };
  }

  #repeated(part: Part): Part {
    const found = this.#take(quantifier);
    if (!found) return part;
    const [text, least = '', comma, most = ''] = found;
    switch (text[0]) {
      case '*':
        return { kind: 'repeat', part, least: 0, most: Number.POSITIVE_INFINITY };
      case '+':
        return { kind: 'repeat', part, least: 1, most: Number.POSITIVE_INFINITY };
      case '?':
        return { kind: 'repeat', part, least: 0, most: 1 };
      default: {
        const upper = most === '' ? Number.POSITIVE_INFINITY : Number(most);
        return { kind: 'repeat', part, least: Number(least), most: comma === '' ? Number(least) : upper };
      }
    }
  }

  #atom(): Part {
    if (this.#source[this.#at] === '(') return this.#group();
    const [source = ''] = this.#take(escaped) ?? this.#take(characterClass) ?? this.#take(single) ?? [];
    if (/^\\[1-9k]/.test(source)) throw new UnsafePattern(formErrors.pattern_refers_back);
    const edge = edges[source];
    return edge ? { kind: 'edge', edge } : { kind: 'character', source };
  }

  #group(): Part {
    if (!this.#take(groupStart)) throw new UnsafePattern(formErrors.pattern_group);
    const inner = this.either();
    this.#at += 1;
    return inner;
  }

  #take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.#at;
    const found = token.exec(this.#source);
    if (found) this.#at = token.lastIndex;
    return found;
  }
}
