import { type Budget, type Instruction, type Matcher, programOf } from './pattern.ts';
import type { Part } from './pattern-syntax.ts';

/** What is repeated so often counts as repeated without end: the ways to split a text between so many are as good as endless. */
const many = 10;
/**
 * Whether a text can fit the pattern in a number of ways that doubles with each character, as with `(a+)+`. Here that
 * costs nothing, but a form is also read by browsers and other systems, which try the ways one after the other.
 * If the budget for this is spent, a pattern counts as ambiguous.
 */
export function isAmbiguous(part: Part, budget: Budget): boolean {
  const loose = loosen(part);
  return repeatsNothing(loose) || new Ways(programOf(loose), budget).double();
}

function loosen(part: Part): Part {
  switch (part.kind) {
    case 'character':
    case 'edge':
      return part;
    case 'sequence':
      return { kind: 'sequence', parts: part.parts.map(loosen) };
    case 'either':
      return { kind: 'either', options: part.options.map(loosen) };
    case 'repeat': {
      const least = part.least < many ? part.least : 1;
      const most = part.most < many ? part.most : Number.POSITIVE_INFINITY;
      return { kind: 'repeat', part: loosen(part.part), least, most };
    }
  }
}

/** Something that can be empty is repeated: how often, no one can tell. */
function repeatsNothing(part: Part): boolean {
  switch (part.kind) {
    case 'character':
    case 'edge':
      return false;
    case 'sequence':
      return part.parts.some(repeatsNothing);
    case 'either':
      return part.options.some(repeatsNothing);
    case 'repeat':
      return (part.most === Number.POSITIVE_INFINITY && canBeEmpty(part.part)) || repeatsNothing(part.part);
  }
}

function canBeEmpty(part: Part): boolean {
  switch (part.kind) {
    case 'character':
      return false;
    case 'edge':
      return true;
    case 'sequence':
      return part.parts.every(canBeEmpty);
    case 'either':
      return part.options.some(canBeEmpty);
    case 'repeat':
      return part.least === 0 || canBeEmpty(part.part);
  }
}

class TooMany extends Error {}

/** How the characters of a pattern can follow each other. Nothing that can be empty may be repeated. */
class Ways {
  readonly #program: readonly Instruction[];
  readonly #ahead = new Map<number, ReadonlyMap<number, number>>();
  readonly #budget: Budget;

  constructor(program: readonly Instruction[], budget: Budget) {
    this.#program = program;
    this.#budget = budget;
  }

  /**
   * In a loop, two ways lead apart for the same text and meet again: each time around, there are twice as many. Ways that
   * are apart are looked at in pairs.
   */
  double(): boolean {
    try {
      return this.#loops().some((loop) => this.#meetAgain(loop));
    } catch (error) {
      if (error instanceof TooMany) return true;
      throw error;
    }
  }

  #meetAgain(loop: ReadonlySet<number>): boolean {
    const within = (state: number) => [...this.#after(state)].filter(([next]) => loop.has(next));
    if ([...loop].some((state) => within(state).some(([, ways]) => ways > 1))) return true;
    const size = this.#program.length;
    const seen = new Set<number>();
    const open: [number, number][] = [...loop].map((state) => [state, state]);
    for (let pair = open.pop(); pair; pair = open.pop()) {
      const [one, other] = pair;
      if (!this.#overlap(one, other)) continue;
      for (const [next] of within(one))
        for (const [beside] of within(other)) {
          this.#count();
          if (next === beside && one !== other) return true;
          const key = Math.min(next, beside) * size + Math.max(next, beside);
          if (next === beside || seen.has(key)) continue;
          seen.add(key);
          open.push([next, beside]);
        }
    }
    return false;
  }

  /** Sets of characters that lead to each other, by Tarjan. */
  #loops(): Set<number>[] {
    const order = new Map<number, number>();
    const stack: number[] = [];
    const loops: Set<number>[] = [];
    const visit = (state: number): number => {
      const own = order.size;
      order.set(state, own);
      stack.push(state);
      let low = own;
      for (const next of this.#after(state).keys()) {
        this.#count();
        if (!order.has(next)) low = Math.min(low, visit(next));
        else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
      }
      if (low === own) {
        const loop = new Set(stack.splice(stack.indexOf(state)));
        if (loop.size > 1 || this.#after(state).has(state)) loops.push(loop);
      }
      return low;
    };
    for (const [state, { op }] of this.#program.entries())
      if (op === 'character' && !order.has(state)) visit(state);
    return loops;
  }

  /** The characters that can come next, each with the number of ways to it. */
  #after(state: number): ReadonlyMap<number, number> {
    return this.#from(state + 1);
  }

  #from(at: number): ReadonlyMap<number, number> {
    const known = this.#ahead.get(at);
    if (known) return known;
    const { op, to } = this.#program[at] ?? { op: 'match', to: 0 };
    const ahead = new Map<number, number>();
    if (op === 'character') ahead.set(at, 1);
    else if (op !== 'match')
      for (const next of op === 'split' ? [at + 1, to] : [op === 'jump' ? to : at + 1])
        for (const [state, ways] of this.#from(next)) {
          this.#count();
          ahead.set(state, Math.min(2, (ahead.get(state) ?? 0) + ways));
        }
    this.#ahead.set(at, ahead);
    return ahead;
  }

  /** Whether some character is of both kinds. */
  #overlap(one: number, other: number): boolean {
    if (one === other) return true;
    const [first, second] = [this.#kindOf(one), this.#kindOf(other)];
    return first === second || [...first].some((is, index) => is === '1' && second[index] === '1');
  }

  #kindOf(state: number): string {
    const matches = this.#program[state]?.matches ?? (() => false);
    let kind = kinds.get(matches);
    if (kind === undefined) {
      kind = samples.map((codePoint) => Number(matches(codePoint))).join('');
      kinds.set(matches, kind);
    }
    return kind;
  }

  #count(): void {
    this.#budget.steps -= 1;
    if (this.#budget.steps < 0) throw new TooMany();
  }
}

/** Which samples a character class has. */
const kinds = new WeakMap<Matcher, string>();

/** ASCII, and some letters, digits, signs and marks of other scripts. */
const samples = [
  ...Array.from({ length: 128 }, (_, code) => code),
  ...Array.from(
    'ßäöüéÀŁœ§°²½×αΩдЖאبकก٣가中あア　“”–…€™\u0301\u00a0\u2028😀𝒳',
    (sample) => sample.codePointAt(0) ?? 0,
  ),
];
