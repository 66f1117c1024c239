import { type Refusal, refusals } from '#kernel/refusal.ts';
import type { BulkItem, BulkRegistrationsBody } from '../schema/bulk.ts';
import type { RegistrationRow } from '../sql/registrations.ts';
import { presentRegistration } from './registrations.ts';

/** What became of one item of a request for many. */
export type Result =
  | { readonly status: 'done'; readonly id?: number }
  | { readonly status: 'unchanged' }
  | { readonly status: 'refused'; readonly refusal: Refusal };

export function presentItems(
  ids: readonly number[],
  results: readonly Result[],
  rows: readonly RegistrationRow[],
): BulkRegistrationsBody {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    items: ids.map((id, index) => {
      const { status, problem, created_id: other } = presentItem(id, results[index]);
      const row = byId.get(other ?? id);
      const isOwn = row !== undefined && problem === null;
      return { id, status, problem, registration: isOwn ? presentRegistration(row) : null };
    }),
    ...countOf(results),
  };
}

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
