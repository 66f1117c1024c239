import type { FieldError } from '#kernel/refusal.ts';
import { formErrors } from '../errors.ts';
import { dialect, formats, keywords, limits } from './limits.ts';
import { Pattern } from './pattern.ts';
import { UnsafePattern } from './pattern-syntax.ts';
import { isObject, type Json, type JsonObject, partsOf, referenceTo } from './schema-parts.ts';
import { weigh } from './weight.ts';

const known = new Set<string>(Object.values(keywords).flat());
const scalars = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/**
 * Everything that is wrong with a schema, with its place. What passes can be compiled: it has a bounded size, refers
 * only to its own definitions and never in a loop, and uses only keywords and patterns that are safe.
 */
export function schemaErrors(schema: JsonObject): FieldError[] {
  if (Buffer.byteLength(JSON.stringify(schema)) > limits.schemaBytes)
    return [formErrors.schema_too_large('schema', { limit: limits.schemaBytes })];
  const check = new Check(schema);
  check.root();
  if (check.errors.length === 0 && !weigh(schema)) return [formErrors.too_complex('schema')];
  return check.errors;
}

class Check {
  readonly errors: FieldError[] = [];
  readonly #root: JsonObject;
  #properties = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  root(): void {
    const { type, properties, $schema, $defs } = this.#root;
    if (type !== 'object') this.#add(formErrors.schema_not_object('schema.type'));
    if (!isObject(properties)) this.#add(formErrors.fields_required('schema.properties'));
    if ($schema !== undefined && $schema !== dialect) this.#add(formErrors.dialect('schema.$schema'));
    this.#part(this.#root, 'schema', 1);
    if (this.#properties > limits.properties)
      this.#add(formErrors.too_many_fields('schema.properties', { limit: limits.properties }));
    for (const name of isObject($defs) ? Object.keys($defs) : []) {
      if (this.#leadsBack(name, new Set())) this.#add(formErrors.recursion(`schema.$defs.${cut(name)}`));
    }
  }

  #part(part: Json, path: string, depth: number): void {
    if (!isObject(part)) return;
    if (depth > limits.schemaDepth) {
      this.#add(formErrors.schema_too_deep(path, { limit: limits.schemaDepth }));
      return;
    }
    for (const [keyword, value] of Object.entries(part)) {
      const at = `${path}.${cut(keyword)}`;
      if (!known.has(keyword)) this.#add(formErrors.unknown_keyword(at));
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
        if (depth > 1) this.#add(formErrors.misplaced(at));
        break;
      case 'pattern':
        if (typeof value === 'string') this.#pattern(value, at);
        break;
      case 'format':
        if (!(formats as readonly Json[]).includes(value))
          this.#add(formErrors.unknown_format(at, { formats }));
        break;
      case 'enum':
        this.#enumeration(value, at);
        break;
      case 'const':
        this.#constant(value, at);
        break;
      case 'uniqueItems':
        if (value === true && !hasScalarItems(part)) this.#add(formErrors.too_costly(at));
        break;
    }
  }

  #reference(value: Json, at: string): void {
    const name = referenceTo(value);
    if (name === undefined) {
      this.#add(formErrors.foreign_reference(at));
    } else if (!isObject(this.#root['$defs']) || !Object.hasOwn(this.#root['$defs'], name)) {
      this.#add(formErrors.dangling_reference(at, { definition: name }));
    }
  }

  #pattern(source: string, at: string): void {
    try {
      new Pattern(source);
    } catch (error) {
      if (!(error instanceof UnsafePattern)) throw error;
      this.#add(error.errorAt(at));
    }
  }

  #enumeration(values: Json, at: string): void {
    if (!Array.isArray(values)) return;
    if (values.length > limits.enumValues)
      this.#add(formErrors.too_many_options(at, { limit: limits.enumValues }));
    else for (const [index, value] of values.entries()) this.#constant(value as Json, `${at}.${index}`);
  }

  #constant(value: Json, at: string): void {
    if (JSON.stringify(value).length > limits.constantLength)
      this.#add(formErrors.option_too_long(at, { limit: limits.constantLength }));
  }

  #leadsBack(name: string, above: ReadonlySet<string>, seen = new Set<string>()): boolean {
    if (above.has(name)) return true;
    if (seen.has(name)) return false;
    seen.add(name);
    const definitions = this.#root['$defs'];
    const part = isObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    return referencesIn(part).some((next) => this.#leadsBack(next, new Set([...above, name]), seen));
  }

  #add(error: FieldError): void {
    if (this.errors.length < limits.errors) this.errors.push(error);
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
