export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Not what every object inherits: a field can be called `constructor`. */
export function answerTo(name: string, answers: Json): unknown {
  return Object.hasOwn(answers, name) ? answers[name] : undefined;
}

/** How far references are followed: a form that is being written may refer to itself without end. */
export const longestChain = 12;

/** The part of a schema that a reference means. One by an anchor or an address stays as it is: the field is written as JSON. */
export function resolve(schema: Json, root: Json, depth = 0): Json {
  const target = targetOf(schema['$ref'], root);
  if (target === undefined || depth > longestChain) return schema;
  const { $ref: _, ...own } = schema;
  return { ...resolve(target, root, depth + 1), ...own };
}

/** Follows a JSON Pointer. */
function targetOf(reference: unknown, root: Json): Json | undefined {
  if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) return undefined;
  let at: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Json)[name] : undefined;
  }
  return isObject(at) ? at : undefined;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/**
 * Whether answers fit a condition (`if`). Only enough to show the right fields: the service checks every answer again,
 * so what is not understood here counts as fitting.
 */
export function matches(given: unknown, value: unknown, root: Json, depth = 0): boolean {
  if (typeof given === 'boolean') return given;
  if (!isObject(given) || depth > longestChain) return true;
  const schema = resolve(given, root);
  const fitsInner = (part: unknown, inner: unknown) => matches(part, inner, root, depth + 1);
  return Object.entries(schema).every(([keyword, wanted]) => fits(keyword, wanted, value, fitsInner));
}

type Fits = (part: unknown, value: unknown) => boolean;

function fits(keyword: string, wanted: unknown, value: unknown, fitsInner: Fits): boolean {
  switch (keyword) {
    case 'const':
      return same(wanted, value);
    case 'enum':
      return Array.isArray(wanted) && wanted.some((one) => same(one, value));
    case 'type':
      return [wanted].flat().some((type) => isOfType(type, value));
    case 'required':
      return !isObject(value) || listOf(wanted).every((name) => answerTo(String(name), value) !== undefined);
    case 'properties':
      return !isObject(value) || !isObject(wanted) || everyProperty(wanted, value, fitsInner);
    case 'contains':
      return !Array.isArray(value) || value.some((one) => fitsInner(wanted, one));
    case 'not':
      return !fitsInner(wanted, value);
    case 'allOf':
      return listOf(wanted).every((one) => fitsInner(one, value));
    case 'anyOf':
      return listOf(wanted).some((one) => fitsInner(one, value));
    case 'oneOf':
      return listOf(wanted).filter((one) => fitsInner(one, value)).length === 1;
    default:
      return fitsLimit(keyword, Number(wanted), value);
  }
}

function fitsLimit(keyword: string, limit: number, value: unknown): boolean {
  if (typeof value === 'number') {
    if (keyword === 'minimum') return value >= limit;
    if (keyword === 'maximum') return value <= limit;
    if (keyword === 'exclusiveMinimum') return value > limit;
    if (keyword === 'exclusiveMaximum') return value < limit;
  }
  if (typeof value === 'string') {
    if (keyword === 'minLength') return [...value].length >= limit;
    if (keyword === 'maxLength') return [...value].length <= limit;
  }
  if (Array.isArray(value)) {
    if (keyword === 'minItems') return value.length >= limit;
    if (keyword === 'maxItems') return value.length <= limit;
  }
  return true;
}

function everyProperty(wanted: Json, value: Json, fitsInner: Fits): boolean {
  return Object.entries(wanted).every(([name, part]) => {
    const answer = answerTo(name, value);
    return answer === undefined || fitsInner(part, answer);
  });
}

/** A form that is being written may hold anything. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
