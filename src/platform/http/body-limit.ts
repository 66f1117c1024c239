import type { TSchema } from 'typebox';
import type { Route } from './route.ts';

export const largestBody = 1_048_576;
const smallestLimit = 64 * 1_024;

interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: object;
  readonly additionalProperties?: unknown;
  readonly items?: Shape;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly anyOf?: readonly Shape[];
}

/**
 * How many bytes a route reads: 1 MiB, once the caller is known. What strangers may send is kept in memory for anyone, so it is
 * no more than such a route can need, and a login can't send a megabyte.
 */
export function bodyLimitFor({ access, body, bodyLimitBytes }: Limited): number {
  return bodyLimitBytes ?? (access === 'authenticated' ? largestBody : neededFor(body));
}

type Limited = Pick<Route, 'access' | 'body' | 'bodyLimitBytes'>;

/**
 * What the longest honest body of the schema takes, twice over for white space and fields that we don't know, at least
 * 64 KiB and at most 1 MiB.
 */
function neededFor(schema: TSchema | undefined): number {
  const needed = schema ? 2 * longest(schema as Shape) : 0;
  let limit = smallestLimit;
  while (limit < needed && limit < largestBody) limit *= 2;
  return limit;
}

/** In bytes, with every character written as `\u1234`; infinite where the schema sets no bound. */
function longest(shape: Shape): number {
  if (shape.anyOf) return Math.max(...shape.anyOf.map(longest));
  if (shape.enum) return JSON.stringify(shape.enum).length;
  if (shape.const !== undefined) return JSON.stringify(shape.const).length;
  return Math.max(...[shape.type ?? 'any'].flat().map((type) => longestOf(type, shape)));
}

function longestOf(type: string, shape: Shape): number {
  switch (type) {
    case 'string':
      return 6 * (shape.maxLength ?? (shape.format ? 1_000 : Number.POSITIVE_INFINITY)) + 2;
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return 32;
    case 'array':
      return (
        (shape.maxItems ?? Number.POSITIVE_INFINITY) *
        (shape.items ? longest(shape.items) : Number.POSITIVE_INFINITY)
      );
    case 'object':
      return longestObject(shape);
    default:
      return Number.POSITIVE_INFINITY;
  }
}

function longestObject({ properties, patternProperties, additionalProperties }: Shape): number {
  if (!properties || patternProperties || additionalProperties) return Number.POSITIVE_INFINITY;
  const members = Object.entries(properties).map(([name, member]) => name.length + 4 + longest(member));
  return members.reduce((sum, length) => sum + length, 2);
}
