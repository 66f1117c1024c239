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

/** The schemas directly inside a schema. */
export function partsOf(schema: JsonObject): SchemaPart[] {
  const parts: SchemaPart[] = [];
  for (const keyword of keywords.one) {
    const value = own(schema, keyword);
    if (value !== undefined) parts.push({ keyword, steps: [keyword], value });
  }
  for (const keyword of [...keywords.list, ...keywords.map, ...keywords.definitions]) {
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

/** These look at the same value as the schema that holds them. */
const sameValue = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas']);

export function isForSameValue({ keyword }: SchemaPart): boolean {
  return sameValue.has(keyword);
}

/** Names are the sender's words: cut, so that an error cannot be blown up with them. */
export function placeOf(path: string, steps: readonly string[]): string {
  return [path, ...steps.map((step) => step.slice(0, 100))].join('.');
}
