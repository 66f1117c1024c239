import { Refusal } from '#kernel/refusal.ts';

/** What became of one item of a request for many. */
export type Result =
  | { readonly status: 'done'; readonly id?: number }
  | { readonly status: 'unchanged'; readonly refusal?: Refusal }
  | { readonly status: 'refused'; readonly refusal: Refusal };

export function countOf(results: readonly Result[]) {
  const count = (wanted: Result['status']) => results.filter(({ status }) => status === wanted).length;
  return { done: count('done'), unchanged: count('unchanged'), refused: count('refused') };
}

/** One item's refusal must not undo what was decided about another: here it is a value. */
export function attempt(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return { status: 'refused', refusal: error };
    throw error;
  }
}
