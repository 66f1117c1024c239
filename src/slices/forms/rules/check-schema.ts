import type { Fault } from '#kernel/refusal.ts';
import { dialect, formats, keywords, limits } from './limits.ts';
import { Pattern } from './pattern.ts';
import { isObject, type Json, type JsonObject, partsOf, referenceTo } from './schema-parts.ts';
import { weigh } from './weight.ts';

const known = new Set<string>(Object.values(keywords).flat());
const scalars = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/**
 * Everything that forbids a schema, by where it stands. What passes can be compiled: it has a bounded size,
 * refers only to its own definitions and to none in a circle, and holds only keywords and patterns that are safe.
 */
export function schemaFaults(schema: JsonObject): Fault[] {
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes > limits.schemaBytes) {
    const message = `must have at most ${limits.schemaBytes} bytes, not ${bytes}`;
    return [{ path: 'schema', code: 'too_large', message }];
  }
  const check = new Check(schema);
  check.root();
  const faults = check.faults.slice(0, limits.faults);
  if (faults.length === 0 && !weigh(schema)) {
    const message = 'unfolds into too many parts: use fewer references and fewer alternatives';
    return [{ path: 'schema', code: 'too_complex', message }];
  }
  return faults;
}

class Check {
  readonly faults: Fault[] = [];
  readonly #root: JsonObject;
  #properties = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  root(): void {
    const { type, properties, $schema, $defs } = this.#root;
    if (type !== 'object') this.#add('schema.type', 'type', 'must be "object": answers have names');
    if (!isObject(properties))
      this.#add('schema.properties', 'required', 'is required: the fields of the form');
    if ($schema !== undefined && $schema !== dialect)
      this.#add('schema.$schema', 'dialect', `must be ${dialect}, or left out`);
    this.#part(this.#root, 'schema', 1);
    if (this.#properties > limits.properties) {
      const message = `must have at most ${limits.properties} properties, not ${this.#properties}`;
      this.#add('schema.properties', 'too_many', message);
    }
    for (const name of isObject($defs) ? Object.keys($defs) : []) {
      if (!this.#leadsBack(name, new Set())) continue;
      this.#add(`schema.$defs.${cut(name)}`, 'recursion', 'refers to itself, straight or by others');
    }
  }

  #part(part: Json, path: string, depth: number): void {
    if (!isObject(part)) return;
    if (depth > limits.schemaDepth) {
      this.#add(path, 'depth', `is nested deeper than ${limits.schemaDepth} levels`);
      return;
    }
    for (const [keyword, value] of Object.entries(part)) {
      const at = `${path}.${cut(keyword)}`;
      if (!known.has(keyword)) this.#add(at, 'unknown_keyword', 'is not a keyword that forms may use');
      else this.#keyword(part, keyword, value, at, depth);
    }
    if (isObject(part['properties'])) this.#properties += Object.keys(part['properties']).length;
    for (const { value, steps } of partsOf(part))
      this.#part(value, [path, ...steps.map(cut)].join('.'), depth + 1);
  }

  #keyword(part: JsonObject, keyword: string, value: Json, at: string, depth: number): void {
    switch (keyword) {
      case '$ref':
        this.#reference(value, at);
        break;
      case '$defs':
      case '$schema':
        if (depth > 1) this.#add(at, 'misplaced', 'may stand at the top of the schema only');
        break;
      case 'pattern':
        if (typeof value === 'string') this.#pattern(value, at);
        break;
      case 'format':
        if (!(formats as readonly Json[]).includes(value))
          this.#add(at, 'unknown_format', `must be one of: ${formats.join(', ')}`);
        break;
      case 'enum':
        this.#enumeration(value, at);
        break;
      case 'const':
        this.#constant(value, at);
        break;
      case 'uniqueItems':
        if (value === true && !hasScalarItems(part))
          this.#add(at, 'too_costly', 'needs `items` of a simple type: texts, numbers or booleans');
        break;
    }
  }

  #reference(value: Json, at: string): void {
    const name = referenceTo(value);
    if (name === undefined) {
      this.#add(at, 'foreign_reference', 'must be #/$defs/ and a name of letters, digits, "_", "-" and "."');
    } else if (!isObject(this.#root['$defs']) || !Object.hasOwn(this.#root['$defs'], name)) {
      this.#add(at, 'dangling_reference', `there is no ${name} in $defs`);
    }
  }

  #pattern(source: string, at: string): void {
    try {
      new Pattern(source);
    } catch (error) {
      this.#add(at, 'unsafe_pattern', (error as Error).message);
    }
  }

  #enumeration(values: Json, at: string): void {
    if (!Array.isArray(values)) return;
    if (values.length > limits.enumValues)
      this.#add(at, 'too_many', `must have at most ${limits.enumValues} values`);
    else for (const [index, value] of values.entries()) this.#constant(value as Json, `${at}.${index}`);
  }

  #constant(value: Json, at: string): void {
    if (JSON.stringify(value).length > limits.constantLength)
      this.#add(at, 'too_large', `must have at most ${limits.constantLength} characters`);
  }

  #leadsBack(name: string, above: ReadonlySet<string>, seen = new Set<string>()): boolean {
    if (above.has(name)) return true;
    if (seen.has(name)) return false;
    seen.add(name);
    const definitions = this.#root['$defs'];
    const part = isObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    return referencesIn(part).some((next) => this.#leadsBack(next, new Set([...above, name]), seen));
  }

  #add(path: string, code: string, message: string): void {
    if (this.faults.length < limits.faults) this.faults.push({ path, code, message });
  }
}

function referencesIn(part: Json | undefined): string[] {
  if (!isObject(part)) return [];
  const own = referenceTo(part['$ref']);
  const below = partsOf(part).flatMap(({ value }) => referencesIn(value));
  return own === undefined ? below : [own, ...below];
}

/** Comparing objects with each other takes the square of their number; simple values are looked up. */
function hasScalarItems(part: JsonObject): boolean {
  const items = part['items'];
  const types = isObject(items) ? [items['type']].flat() : [];
  return types.length > 0 && types.every((type) => typeof type === 'string' && scalars.has(type));
}

/** Names are the sender's words: cut, so that an error cannot be blown up with them. */
function cut(name: string): string {
  return name.slice(0, 100);
}
