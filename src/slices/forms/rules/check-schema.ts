import type { FieldError } from '#kernel/refusal.ts';
import { formErrors } from '../errors.ts';
import { isAmbiguous } from './ambiguity.ts';
import { dialect, limits } from './limits.ts';
import { Pattern } from './pattern.ts';
import { parsePattern, UnsafePattern } from './pattern-syntax.ts';
import { type Reference, References } from './references.ts';
import { isObject, type Json, type JsonObject, own, partsOf, placeOf } from './schema-parts.ts';

/**
 * Everything in a schema that forms cannot have, with its place: what is too large or too deep, what is in another
 * document, and patterns that are not safe. Whether keywords have sensible values is not asked here.
 */
export function schemaErrors(schema: JsonObject): FieldError[] {
  if (Buffer.byteLength(JSON.stringify(schema)) > limits.schemaBytes)
    return [formErrors.schema_too_large('schema', { limit: limits.schemaBytes })];
  const check = new Check(schema);
  check.root();
  return check.errors;
}

class Check {
  readonly errors: FieldError[] = [];
  readonly #root: JsonObject;
  readonly #budget = { steps: limits.ambiguitySteps };
  readonly #references: References;
  #properties = 0;

  constructor(root: JsonObject) {
    this.#root = root;
    this.#references = new References(root);
  }

  root(): void {
    const type = own(this.#root, 'type');
    if (type !== undefined && ![type].flat().includes('object'))
      this.#add(formErrors.schema_not_object('schema.type'));
    this.#part(this.#root, 'schema', 1);
    if (this.#properties > limits.properties)
      this.#add(formErrors.too_many_fields('schema.properties', { limit: limits.properties }));
  }

  #part(part: Json, path: string, depth: number): void {
    if (!isObject(part)) return;
    if (depth > limits.schemaDepth) {
      this.#add(formErrors.schema_too_deep(path, { limit: limits.schemaDepth }));
      return;
    }
    for (const [keyword, value] of Object.entries(part))
      this.#keyword(keyword, value, placeOf(path, [keyword]));
    for (const { keyword, reference } of this.#references.from(part))
      this.#reference(reference, part[keyword] as string, `${path}.${keyword}`);
    for (const { value, steps } of partsOf(part)) this.#part(value, placeOf(path, steps), depth + 1);
  }

  #keyword(keyword: string, value: Json, at: string): void {
    switch (keyword) {
      case '$schema':
        if (typeof value === 'string' && value.replace(/#$/, '') !== dialect)
          this.#add(formErrors.dialect(at));
        break;
      case 'properties':
        if (isObject(value)) this.#properties += Object.keys(value).length;
        break;
      case 'patternProperties':
        if (isObject(value)) this.#properties += Object.keys(value).length;
        for (const name of isObject(value) ? Object.keys(value) : [])
          this.#pattern(name, placeOf(at, [name]));
        break;
      case 'pattern':
        if (typeof value === 'string') this.#pattern(value, at);
        break;
      case 'anyOf':
      case 'oneOf':
        if (Array.isArray(value) && value.length > limits.alternatives)
          this.#add(formErrors.too_many_options(at, { limit: limits.alternatives }));
        break;
      case 'enum':
        this.#enumeration(value, at);
        break;
      case 'const':
        this.#constant(value, at);
        break;
    }
  }

  #reference(reference: Reference, text: string, at: string): void {
    if (reference.kind === 'foreign') this.#add(formErrors.foreign_reference(at));
    if (reference.kind === 'dynamic') this.#add(formErrors.dynamic_reference(at));
    if (reference.kind === 'dangling')
      this.#add(formErrors.dangling_reference(at, { definition: text.slice(0, 100) }));
  }

  #pattern(source: string, at: string): void {
    try {
      new Pattern(source);
      if (isAmbiguous(parsePattern(source), this.#budget)) this.#add(formErrors.pattern_ambiguous(at));
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

  #add(error: FieldError): void {
    if (this.errors.length < limits.errors) this.errors.push(error);
  }
}
