import type { FieldError } from '#kernel/refusal.ts';
import { formErrors } from '../errors.ts';
import { limits } from './limits.ts';
import { isObject, type Json } from './schema-parts.ts';

/** Checked before the schema. `bytes` is the size of the answers as JSON. */
export function sizeError(answers: unknown, bytes: number): FieldError | undefined {
  return bytes > limits.answerBytes
    ? formErrors.answers_too_large('answers')
    : shapeError(answers, 'answers', 1);
}

function shapeError(value: unknown, path: string, depth: number): FieldError | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > limits.answerDepth) return formErrors.answers_too_deep(path, { limit: limits.answerDepth });
  if (Array.isArray(value) && value.length > limits.arrayItems)
    return formErrors.list_too_long(path, { limit: limits.arrayItems });
  for (const [name, member] of Object.entries(value)) {
    const error = shapeError(member, `${path}.${name.slice(0, 100)}`.slice(0, 300), depth + 1);
    if (error) return error;
  }
  return undefined;
}

/** What may still be spent on checks for one set of answers. */
export interface CheckBudget {
  checks: number;
}

export class OutOfChecks extends Error {}

/** A few characters take as long to look at as one check. */
const charactersPerCheck = 64;

/** Counts the checks of one schema on one value: on each member or character too, for some keywords look at them all. */
export function spendChecks(budget: CheckBudget, cost: number, value: unknown): void {
  budget.checks -= cost + sizeOf(value);
  if (budget.checks < 0) throw new OutOfChecks();
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length / charactersPerCheck;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}

/** Whether a list has an entry twice. Comparing each with each other would take the square of their number. */
export function hasDuplicates(items: readonly Json[], budget: CheckBudget): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = JSON.stringify(item, withSortedKeys);
    spendChecks(budget, 1, text);
    if (seen.has(text)) return true;
    seen.add(text);
  }
  return false;
}

function withSortedKeys(_name: string, value: Json): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
