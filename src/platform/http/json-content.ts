import type { FieldError } from '#kernel/refusal.ts';
import { platformErrors } from '#platform/errors.ts';
import { pathOf } from './json-scan.ts';

export interface JsonContent {
  /** All keys of all objects, as far as the walk came. */
  readonly keys: number;
  readonly error?: FieldError;
}

/** Looks at every key, text and number once. The path is only put into words when there is a error to report. */
export function inspectContent(value: unknown): JsonContent {
  const steps: (string | number)[] = [];
  let keys = 0;

  const visit = (one: unknown): FieldError | undefined => {
    if (typeof one === 'string') return textError(one, steps);
    // `1e400` is valid JSON and becomes Infinity, which would be stored as null.
    if (one === Number.POSITIVE_INFINITY || one === Number.NEGATIVE_INFINITY)
      return platformErrors.number_too_large(pathOf(steps));
    if (typeof one !== 'object' || one === null) return undefined;
    return Array.isArray(one) ? visitItems(one) : visitMembers(one as Record<string, unknown>);
  };
  const visitItems = (items: readonly unknown[]): FieldError | undefined => {
    for (let index = 0; index < items.length; index += 1) {
      steps.push(index);
      const error = visit(items[index]);
      if (error) return error;
      steps.pop();
    }
    return undefined;
  };
  const visitMembers = (members: Record<string, unknown>): FieldError | undefined => {
    for (const key of Object.keys(members)) {
      keys += 1;
      const inKey = textError(key, steps);
      if (inKey) return inKey;
      steps.push(key);
      if (key === '__proto__') return platformErrors.forbidden_key(pathOf(steps));
      const error = visit(members[key]);
      if (error) return error;
      steps.pop();
    }
    return undefined;
  };

  const error = visit(value);
  return { keys, ...(error && { error }) };
}

/** PostgreSQL stores neither NUL nor half a surrogate pair; a clear word here beats an error there. */
function textError(text: string, steps: readonly (string | number)[]): FieldError | undefined {
  if (text.includes('\0')) return platformErrors.nul_character(pathOf(steps));
  if (!text.isWellFormed()) return platformErrors.lone_surrogate(pathOf(steps));
  return undefined;
}
