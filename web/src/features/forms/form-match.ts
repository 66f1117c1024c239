export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const longestChain = 12;

/** The part of a schema that a reference means; forms refer to their own `$defs` only. */
export function resolve(schema: Json, root: Json, depth = 0): Json {
  const name = /^#\/\$defs\/([\w.-]+)$/.exec(String(schema['$ref'] ?? ''))?.[1];
  const definitions = root['$defs'];
  const target = name !== undefined && isObject(definitions) ? definitions[name] : undefined;
  if (!isObject(target) || depth > longestChain) return schema;
  const { $ref: _, ...own } = schema;
  return { ...resolve(target, root, depth + 1), ...own };
}

/**
 * Whether answers fit a condition (`if`). Only enough to show the right fields: the service checks every answer again,
 * so what is not understood here counts as fitting.
 */
export function matches(given: unknown, value: unknown, root: Json): boolean {
  if (typeof given === 'boolean') return given;
  if (!isObject(given)) return true;
  const schema = resolve(given, root);
  return Object.entries(schema).every(([keyword, wanted]) => fits(keyword, wanted, value, root));
}

function fits(keyword: string, wanted: unknown, value: unknown, root: Json): boolean {
  switch (keyword) {
    case 'const':
      return same(wanted, value);
    case 'enum':
      return Array.isArray(wanted) && wanted.some((one) => same(one, value));
    case 'type':
      return [wanted].flat().some((type) => isOfType(type, value));
    case 'required':
      return !isObject(value) || (wanted as string[]).every((name) => value[name] !== undefined);
    case 'properties':
      return !isObject(value) || !isObject(wanted) || everyProperty(wanted, value, root);
    case 'contains':
      return !Array.isArray(value) || value.some((one) => matches(wanted, one, root));
    case 'not':
      return !matches(wanted, value, root);
    case 'allOf':
      return (wanted as unknown[]).every((one) => matches(one, value, root));
    case 'anyOf':
      return (wanted as unknown[]).some((one) => matches(one, value, root));
    case 'oneOf':
      return (wanted as unknown[]).filter((one) => matches(one, value, root)).length === 1;
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

function everyProperty(wanted: Json, value: Json, root: Json): boolean {
  return Object.entries(wanted).every(
    ([name, part]) => value[name] === undefined || matches(part, value[name], root),
  );
}

function same(one: unknown, other: unknown): boolean {
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
