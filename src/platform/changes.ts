import { isDeepStrictEqual } from 'node:util';

/**
 * What of these values differs from what is stored, undefined if nothing does: then there is nothing to write, to
 * audit or to announce. The order of keys doesn't count, because PostgreSQL does not keep it.
 */
export function changesOf<Values extends object>(
  stored: { readonly [Field in keyof Values]?: unknown },
  values: Values,
): Partial<Values> | undefined {
  const fields = (Object.keys(values) as (keyof Values & string)[]).filter(
    (field) =>
      values[field] !== undefined && !isDeepStrictEqual(asJson(values[field]), asJson(stored[field])),
  );
  if (fields.length === 0) return undefined;
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>;
}

/** Times of Temporal as texts: `isDeepStrictEqual` takes any two of them for the same. */
function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
