/** One value that an entry of the log knows, before and after. */
export interface Difference {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What differs, by the path of each value (`policies.minors.minimum_age`). What stayed the same is left out. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [old, now] = [flat(before), flat(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((one) => textOf(one.before) !== textOf(one.after));
}

/** An empty list or text says no more than none at all. */
export const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const textOf = (value: unknown) => JSON.stringify(isNothing(value) ? null : value);

function flat(value: unknown, path = ''): Map<string, unknown> {
  if (!isObject(value)) return new Map(value === null || value === undefined ? [] : [[path || '·', value]]);
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => {
      const at = path === '' ? name : `${path}.${name}`;
      return isObject(inner) ? [...flat(inner, at)] : [[at, inner] as const];
    }),
  );
}
