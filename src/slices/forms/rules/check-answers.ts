import type { Fault } from '#kernel/refusal.ts';
import { limits } from './limits.ts';
import type { Weight } from './weight.ts';

/** A few characters take as long to look at as one check. */
const charactersPerCheck = 64;

/**
 * What forbids answers before their schema is asked: so many of them that checking could take long. `bytes` is
 * the size of their JSON.
 */
export function sizeFault(answers: unknown, bytes: number, weight: Weight): Fault | undefined {
  if (bytes > limits.answerBytes)
    return { path: 'answers', code: 'too_large', message: `must have at most ${limits.answerBytes} bytes` };
  const values = count(answers, 'answers', 1);
  if (typeof values !== 'number') return values;
  if (weight.top + weight.below * (values + bytes / charactersPerCheck) <= limits.checks) return undefined;
  return { path: 'answers', code: 'too_many', message: 'are too many for this form: answer it in parts' };
}

function count(value: unknown, path: string, depth: number): number | Fault {
  if (typeof value !== 'object' || value === null) return 1;
  if (depth > limits.answerDepth)
    return { path, code: 'depth', message: `must be nested at most ${limits.answerDepth} levels deep` };
  if (Array.isArray(value) && value.length > limits.arrayItems)
    return { path, code: 'too_many', message: `must have at most ${limits.arrayItems} items` };
  let sum = 1;
  for (const [name, member] of Object.entries(value)) {
    const inner = count(member, `${path}.${name.slice(0, 100)}`.slice(0, 300), depth + 1);
    if (typeof inner !== 'number') return inner;
    sum += inner;
  }
  return sum;
}
