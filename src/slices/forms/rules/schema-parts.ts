import { keywords } from './limits.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface SchemaPart {
  readonly keyword: string;
  /** The way from the schema above: the keyword, and a name or number where it holds several. */
  readonly steps: readonly string[];
  readonly value: Json;
}

/** The schemas that stand right inside a schema. */
export function partsOf(schema: JsonObject): SchemaPart[] {
  const parts: SchemaPart[] = [];
  for (const keyword of keywords.one) {
    const value = own(schema, keyword);
    if (value !== undefined) parts.push({ keyword, steps: [keyword], value });
  }
  for (const keyword of [...keywords.list, ...keywords.map]) {
    const values = own(schema, keyword);
    if (typeof values !== 'object' || values === null) continue;
    for (const [name, value] of Object.entries(values) as [string, Json][])
      parts.push({ keyword, steps: [keyword, name], value });
  }
  return parts;
}

export function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The name of the definition that a reference means; undefined for any other reference. */
export function referenceTo(reference: Json | undefined): string | undefined {
  if (typeof reference !== 'string') return undefined;
  return /^#\/\$defs\/([\w.-]{1,100})$/.exec(reference)?.[1];
}

/** Conditional fields stand in these, beside the fields that are always there. */
const sameValue = new Set(['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas']);

/** The names of all fields that a form can have, in the order in which they are shown. */
export function fieldsOf(schema: JsonObject, ui: JsonObject): string[] {
  const fields = new Set(namesIn(schema));
  const order = own(ui, 'order');
  const first = Array.isArray(order) ? (order as Json[]).filter((name) => typeof name === 'string') : [];
  return [...new Set([...first.filter((name) => fields.has(name)), ...fields])];
}

function namesIn(schema: JsonObject): string[] {
  const own = isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  const conditional = partsOf(schema)
    .filter(({ keyword }) => sameValue.has(keyword))
    .flatMap(({ value }) => (isObject(value) ? namesIn(value) : []));
  return [...own, ...conditional];
}
