import { ApiProblem, isPassing, type ProblemBody } from './problem.ts';

/** What became of one of many. */
export interface Outcome<Item> {
  readonly item: Item;
  /** Undefined where it went well. */
  readonly error: unknown;
}

/** What the service says of one item, in the order of the request. */
export interface ItemAnswer {
  readonly status: 'done' | 'unchanged' | 'refused';
  readonly problem: Pick<ProblemBody, 'code' | 'title' | 'detail' | 'errors'> | null;
}

interface ManyOptions<Item> {
  /** How many the service takes in one call. */
  readonly most: number;
  readonly call: (items: readonly Item[]) => Promise<{ readonly items: readonly ItemAnswer[] }>;
  readonly progress?: (done: number) => void;
}

/**
 * Does something to many: one call, or a few where there are more than the service takes at once. A call that fails as a
 * whole is the outcome of each of its items. Once the service cannot be reached, the rest is not tried.
 */
export async function doToMany<Item>(
  items: readonly Item[],
  { most, call, progress }: ManyOptions<Item>,
): Promise<Outcome<Item>[]> {
  const outcomes: Outcome<Item>[] = [];
  let lost: unknown;
  for (const some of partsOf(items, most)) {
    if (lost === undefined) {
      try {
        const { items: answers } = await call(some);
        outcomes.push(...some.map((item, index) => ({ item, error: errorOf(answers[index]) })));
      } catch (error) {
        if (isPassing(error)) lost = error;
        outcomes.push(...some.map((item) => ({ item, error })));
      }
    } else {
      outcomes.push(...some.map((item) => ({ item, error: lost })));
    }
    progress?.(outcomes.length);
  }
  return outcomes;
}

/** As few parts as possible, in order. */
export function partsOf<Item>(items: readonly Item[], most: number): (readonly Item[])[] {
  const count = Math.ceil(items.length / most);
  return Array.from({ length: count }, (_, part) => items.slice(part * most, (part + 1) * most));
}

/** What went wrong with a request, or with one of the items in it. */
export interface Failure {
  readonly name?: string | undefined;
  readonly error: unknown;
}

/** Sends one after the other. Once the service cannot be reached, the rest is not tried, but what is running is waited for. */
export async function sendInTurn<Request extends { readonly names?: readonly string[] }>(
  requests: readonly Request[],
  send: (request: Request) => Promise<unknown>,
  isRunning: (request: Request) => boolean = () => false,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  let isLost = false;
  for (const request of requests) {
    if (isLost && !isRunning(request)) continue;
    try {
      const answer = await send(request);
      if (request.names === undefined) continue;
      const { items } = answer as { readonly items: readonly ItemAnswer[] };
      const outcomes = request.names.map((name, index) => ({ name, error: errorOf(items[index]) }));
      failures.push(...outcomes.filter(({ error }) => error !== undefined));
    } catch (error) {
      failures.push({ error });
      isLost ||= isPassing(error);
    }
  }
  return failures;
}

/** What is wrong with one item, as if it had been sent alone. */
function errorOf(answer: ItemAnswer | undefined): unknown {
  if (answer === undefined) return new ApiProblem(500, {});
  return answer.problem === null ? undefined : new ApiProblem(409, answer.problem);
}

export function failuresOf<Item>(outcomes: readonly Outcome<Item>[]): Outcome<Item>[] {
  return outcomes.filter(({ error }) => error !== undefined);
}
