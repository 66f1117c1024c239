import type { Fault } from '#kernel/refusal.ts';
import { pathOf } from './json-scan.ts';

export interface JsonContent {
  /** All keys of all objects, as far as the walk came. */
  readonly keys: number;
  readonly fault?: Fault;
}

/** Looks at every key and text once. The path is only put into words when there is a fault to report. */
export function inspectContent(value: unknown): JsonContent {
  const steps: (string | number)[] = [];
  let keys = 0;

  const visit = (one: unknown): Fault | undefined => {
    if (typeof one === 'string') return textFault(one, steps);
    if (typeof one !== 'object' || one === null) return undefined;
    return Array.isArray(one) ? visitItems(one) : visitMembers(one as Record<string, unknown>);
  };
  const visitItems = (items: readonly unknown[]): Fault | undefined => {
    for (let index = 0; index < items.length; index += 1) {
      steps.push(index);
      const fault = visit(items[index]);
      if (fault) return fault;
      steps.pop();
    }
    return undefined;
  };
  const visitMembers = (members: Record<string, unknown>): Fault | undefined => {
    for (const key of Object.keys(members)) {
      keys += 1;
      const inKey = textFault(key, steps);
      if (inKey) return inKey;
      steps.push(key);
      if (key === '__proto__')
        return { path: pathOf(steps), code: 'forbidden_key', message: 'this key is not allowed' };
      const fault = visit(members[key]);
      if (fault) return fault;
      steps.pop();
    }
    return undefined;
  };

  const fault = visit(value);
  return { keys, ...(fault && { fault }) };
}

/** PostgreSQL stores neither NUL nor half a surrogate pair; a clear word here beats an error there. */
function textFault(text: string, steps: readonly (string | number)[]): Fault | undefined {
  if (text.includes('\0'))
    return { path: pathOf(steps), code: 'nul_character', message: 'contains a NUL character' };
  if (!text.isWellFormed())
    return { path: pathOf(steps), code: 'lone_surrogate', message: 'contains half of a surrogate pair' };
  return undefined;
}
