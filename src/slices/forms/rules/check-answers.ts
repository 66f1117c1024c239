import type { FieldError } from '#kernel/refusal.ts';
import { formErrors } from '../errors.ts';
import { limits } from './limits.ts';
import type { Weight } from './weight.ts';

/** A few characters take as long to look at as one check. */
const charactersPerCheck = 64;

/**
 * Checked before the schema: so many answers that checking them could take long. `bytes` is the size of their JSON.
 */
export function sizeError(answers: unknown, bytes: number, weight: Weight): FieldError | undefined {
  if (bytes > limits.answerBytes) return formErrors.answers_too_large('answers');
  const values = count(answers, 'answers', 1);
  if (typeof values !== 'number') return values;
  if (weight.top + weight.below * (values + bytes / charactersPerCheck) <= limits.checks) return undefined;
  return formErrors.answers_too_many('answers');
}

function count(value: unknown, path: string, depth: number): number | FieldError {
  if (typeof value !== 'object' || value === null) return 1;
  if (depth > limits.answerDepth) return formErrors.answers_too_deep(path, { limit: limits.answerDepth });
  if (Array.isArray(value) && value.length > limits.arrayItems)
    return formErrors.list_too_long(path, { limit: limits.arrayItems });
  let sum = 1;
  for (const [name, member] of Object.entries(value)) {
    const inner = count(member, `${path}.${name.slice(0, 100)}`.slice(0, 300), depth + 1);
    if (typeof inner !== 'number') return inner;
    sum += inner;
  }
  return sum;
}
