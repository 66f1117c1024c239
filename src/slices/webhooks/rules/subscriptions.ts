import type { FieldError } from '#kernel/refusal.ts';
import { webhookErrors } from '../errors.ts';

/** One error for each name that isn't an event. */
export function unknownEvents(
  names: readonly string[],
  known: readonly string[],
  pathOf: (index: number) => string,
): FieldError[] {
  return names.flatMap((name, index) =>
    known.includes(name) ? [] : [webhookErrors.unknown_event(pathOf(index), { name, known })],
  );
}
