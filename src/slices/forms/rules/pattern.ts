import { formErrors } from '../errors.ts';
import { limits } from './limits.ts';
import { type Edge, type Part, parsePattern, UnsafePattern } from './pattern-syntax.ts';

/** What may still be spent on patterns for one set of answers. */
export interface Budget {
  steps: number;
}

export class OutOfBudget extends Error {}

/** Whether a character is of one kind. */
export type Matcher = (codePoint: number) => boolean;

/** All of one shape: the walk over them is what a pattern's time goes into. */
export interface Instruction {
  readonly op: 'character' | 'edge' | 'split' | 'jump' | 'match';
  readonly matches: Matcher | undefined;
  readonly edge: Edge | undefined;
  /** Where to jump; for a split, where to go as well as on. */
  to: number;
}

function instruction(
  op: Instruction['op'],
  { matches, edge, to = 0 }: { matches?: Matcher; edge?: Edge; to?: number } = {},
): Instruction {
  return { op, matches, edge, to };
}

/**
 * A pattern that takes time in proportion to the text, whatever it is: all its states are followed at once, and
 * none twice at one place. JavaScript's own engine tries them one after another, and `(a+)+$` keeps it busy for years.
 * Answers like `new RegExp(source, 'u').test(text)`.
 *
 * Why not re2js: measured with 2.10, it answers differently for `.`, `\s` and escaped surrogates, and refuses 43 of 86 names
 * in `\p{…}`, such as `Letter` and `ASCII`. It has no budget of steps: one pattern needs up to 500 ms for a text of 10,000
 * characters, and all patterns of a form together 80 ms here. Each pattern also keeps up to 8 MB of states, a limit that
 * cannot be set: 20 hostile patterns held 55 MB.
 */
export class Pattern {
  readonly source: string;
  readonly #program: readonly Instruction[];
  readonly #isAnchored: boolean;

  constructor(source: string) {
    if (source.length > limits.patternLength)
      throw new UnsafePattern((path) => formErrors.pattern_too_long(path, { limit: limits.patternLength }));
    try {
      new RegExp(source, 'u');
    } catch {
      throw new UnsafePattern(formErrors.pattern_invalid);
    }
    const part = parsePattern(source);
    if (sizeOf(part) > limits.patternStates) throw new UnsafePattern(formErrors.pattern_repeats);
    const program = programOf(part);
    this.source = source;
    this.#program = program;
    this.#isAnchored = program[0]?.op === 'edge' && program[0].edge === 'start';
  }

  test(text: string, budget: Budget): boolean {
    if (text.length > limits.patternText) return false;
    const run = new Run(this.#program, text, budget);
    let waiting: number[] = [];
    for (let at = 0; ; ) {
      if ((at === 0 || !this.#isAnchored) && run.enter(0, at, waiting)) return true;
      const codePoint = text.codePointAt(at);
      if (codePoint === undefined || (waiting.length === 0 && this.#isAnchored)) return false;
      const after = at + (codePoint > 0xffff ? 2 : 1);
      const next: number[] = [];
      for (const state of waiting) {
        if (this.#program[state]?.matches?.(codePoint) && run.enter(state + 1, after, next)) return true;
      }
      waiting = next;
      at = after;
    }
  }

  toString(): string {
    return `/${this.source}/u`;
  }
}

/** One walk over one text. */
class Run {
  readonly #program: readonly Instruction[];
  readonly #text: string;
  readonly #budget: Budget;
  /** Where in the text each state was entered last. */
  readonly #entered: Int32Array;
  readonly #stack: number[] = [];

  constructor(program: readonly Instruction[], text: string, budget: Budget) {
    this.#program = program;
    this.#text = text;
    this.#budget = budget;
    this.#entered = new Int32Array(program.length).fill(-1);
  }

  /** Follows a state to all that wait for a character. True: the end of the pattern is among them. */
  enter(start: number, at: number, waiting: number[]): boolean {
    const stack = this.#stack;
    const entered = this.#entered;
    stack.push(start);
    for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
      if (entered[state] === at) continue;
      entered[state] = at;
      this.#budget.steps -= 1;
      if (this.#budget.steps < 0) throw new OutOfBudget();
      const step = this.#program[state];
      if (!step || step.op === 'match') return true;
      if (step.op === 'character') waiting.push(state);
      else if (step.op === 'split') stack.push(step.to, state + 1);
      else if (step.op === 'jump') stack.push(step.to);
      else if (step.edge && isAt(step.edge, this.#text, at)) stack.push(state + 1);
    }
    return false;
  }
}

export function programOf(part: Part): readonly Instruction[] {
  const program: Instruction[] = [];
  emit(program, part);
  program.push(instruction('match'));
  return program;
}

function sizeOf(part: Part): number {
  switch (part.kind) {
    case 'character':
    case 'edge':
      return 1;
    case 'sequence':
      return part.parts.reduce((sum, one) => sum + sizeOf(one), 1);
    case 'either':
      return part.options.reduce((sum, one) => sum + sizeOf(one) + 2, 0);
    case 'repeat': {
      const { least, most } = part;
      const times = most === Number.POSITIVE_INFINITY ? Math.max(least, 1) : most;
      return (sizeOf(part.part) + 2) * times + 1;
    }
  }
}

function emit(program: Instruction[], part: Part): void {
  switch (part.kind) {
    case 'character':
      program.push(instruction('character', { matches: matcherOf(part.source) }));
      break;
    case 'edge':
      program.push(instruction('edge', { edge: part.edge }));
      break;
    case 'sequence':
      for (const one of part.parts) emit(program, one);
      break;
    case 'either':
      emitEither(program, part.options);
      break;
    case 'repeat':
      emitRepeat(program, part);
  }
}

function emitEither(program: Instruction[], options: readonly Part[]): void {
  const jumps: Instruction[] = [];
  for (const [index, option] of options.entries()) {
    const split = instruction('split');
    if (index < options.length - 1) program.push(split);
    emit(program, option);
    const jump = instruction('jump');
    program.push(jump);
    jumps.push(jump);
    split.to = program.length;
  }
  for (const jump of jumps) jump.to = program.length;
}

function emitRepeat(program: Instruction[], { part, least, most }: Extract<Part, { kind: 'repeat' }>): void {
  for (let count = 0; count < least; count += 1) emit(program, part);
  if (most === Number.POSITIVE_INFINITY) {
    const again = program.length;
    const leave = instruction('split');
    program.push(leave);
    emit(program, part);
    program.push(instruction('jump', { to: again }));
    leave.to = program.length;
    return;
  }
  const leaves: Instruction[] = [];
  for (let count = least; count < most; count += 1) {
    const leave = instruction('split');
    leaves.push(leave);
    program.push(leave);
    emit(program, part);
  }
  for (const leave of leaves) leave.to = program.length;
}

const mostMatchers = 1_000;
const matchers = new Map<string, Matcher>();

/** Forms ask for the same few kinds of character over and over. */
function matcherOf(source: string): Matcher {
  let matcher = matchers.get(source);
  if (matcher) return matcher;
  const [oldest] = matchers.keys();
  if (matchers.size >= mostMatchers && oldest !== undefined) matchers.delete(oldest);
  matcher = makeMatcher(source);
  matchers.set(source, matcher);
  return matcher;
}

/** JavaScript's engine decides on single characters, where it cannot lose its way. */
function makeMatcher(source: string): Matcher {
  const kind = new RegExp(`^(?:${source})$`, 'u');
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => Number(kind.test(String.fromCharCode(code))));
  return (codePoint) =>
    codePoint < 128 ? ascii[codePoint] === 1 : kind.test(String.fromCodePoint(codePoint));
}

function isAt(edge: Edge, text: string, at: number): boolean {
  if (edge === 'start') return at === 0;
  if (edge === 'end') return at === text.length;
  const isBoundary = isWord(text, at - 1) !== isWord(text, at);
  return edge === 'word' ? isBoundary : !isBoundary;
}

function isWord(text: string, at: number): boolean {
  return /^\w$/.test(text.charAt(at));
}
