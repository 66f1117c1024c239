import { Refusal, refusals } from '#kernel/refusal.ts';
import type { BulkItem } from '../schema/bulk.ts';

/** What became of one item of a request for many. */
export type Result =
  | { readonly status: 'done'; readonly id?: number }
  | { readonly status: 'unchanged' }
  | { readonly status: 'refused'; readonly refusal: Refusal };

export function presentItem(id: number, result: Result | undefined): BulkItem {
  if (!result) throw new Error('an item was left without a result');
  const { status } = result;
  return {
    id,
    status,
    created_id: status === 'done' ? (result.id ?? null) : null,
    problem: status === 'refused' ? problemOf(result.refusal) : null,
  };
}

export function countOf(results: readonly Result[]) {
  const count = (wanted: Result['status']) => results.filter(({ status }) => status === wanted).length;
  return { done: count('done'), unchanged: count('unchanged'), refused: count('refused') };
}

function problemOf({ code, message, errors }: Refusal): NonNullable<BulkItem['problem']> {
  return { code, title: refusals[code][0], detail: message, errors: [...errors] };
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
