import type { Fault } from '#kernel/refusal.ts';

/** One fault for each name that is no event, each of which tells what there is. */
export function unknownEvents(path: string, names: readonly string[], known: readonly string[]): Fault[] {
  return names.flatMap((name, index) =>
    known.includes(name)
      ? []
      : [
          {
            path: `${path}.${index}`,
            code: 'unknown_event',
            message: `"${name}" is no event. Known events: ${known.join(', ')}.`,
          },
        ],
  );
}
