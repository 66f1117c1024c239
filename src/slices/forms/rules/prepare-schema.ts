import { formats, keywords } from './limits.ts';
import { References } from './references.ts';
import { isObject, type Json, type JsonObject, own } from './schema-parts.ts';

/** Ours, among those that Ajv knows: how many checks a schema is. */
export const costKeyword = 'checks';

/**
 * A sound schema as Ajv gets it: without notes, with what each part costs, and with every schema that is referred to
 * as a definition that has a plain name. Ajv has its own ideas about addresses, anchors and names.
 */
export function prepareSchema(root: JsonObject): JsonObject {
  return new Preparation(root).whole();
}

class Preparation {
  readonly #root: JsonObject;
  readonly #references: References;
  readonly #names = new Map<Json, string>();

  constructor(root: JsonObject) {
    this.#root = root;
    this.#references = new References(root);
    for (const { schema } of this.#references.all())
      for (const target of this.#references.targetsOf(schema))
        if (!this.#names.has(target)) this.#names.set(target, `d${this.#names.size}`);
    this.#names.delete(root);
  }

  whole(): JsonObject {
    const definitions = [...this.#names].map(([schema, name]) => [name, this.#copy(schema)]);
    return { ...(this.#copy(this.#root) as JsonObject), $defs: Object.fromEntries(definitions) };
  }

  #part(schema: Json): Json {
    return isObject(schema) && this.#names.has(schema) ? this.#linkTo(schema) : this.#copy(schema);
  }

  #linkTo(target: Json): JsonObject {
    return { $ref: target === this.#root ? '#' : `#/$defs/${this.#names.get(target)}` };
  }

  #copy(schema: Json): Json {
    if (!isObject(schema)) return schema;
    const { allOf, ...copy } = Object.fromEntries(
      Object.entries(schema).flatMap(([keyword, value]) => this.#keyword(keyword, value)),
    );
    const all = [
      ...((allOf as Json[] | undefined) ?? []),
      ...this.#references.targetsOf(schema).map((target) => this.#linkTo(target)),
      // Ajv does not compile a list of no values. None is in it.
      ...(isEmpty(own(schema, 'enum')) ? [false] : []),
    ];
    return {
      // Without both, Ajv skips the condition, and `unevaluatedProperties` refuses the fields that it has seen.
      ...('if' in copy && Object.fromEntries(['then', 'else'].map((branch) => [branch, this.#copy({})]))),
      ...copy,
      ...(all.length > 0 && { allOf: all }),
      [costKeyword]: costOf(schema),
    };
  }

  #keyword(keyword: string, value: Json): [string, Json][] {
    if (isOneOf(keywords.one, keyword)) return [[keyword, this.#part(value)]];
    if (isOneOf(keywords.list, keyword)) return [[keyword, (value as Json[]).map((one) => this.#part(one))]];
    if (isOneOf(keywords.map, keyword)) {
      const entries = Object.entries(value as JsonObject).map(([name, one]) => [name, this.#part(one)]);
      return [[keyword, Object.fromEntries(entries)]];
    }
    const isNote =
      (keyword === 'format' && !isOneOf(formats, value)) || (keyword === 'enum' && isEmpty(value));
    return isOneOf(keywords.check, keyword) && !isNote ? [[keyword, value]] : [];
  }
}

function isOneOf(list: readonly string[], value: Json): boolean {
  return (list as readonly Json[]).includes(value);
}

function isEmpty(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

function costOf(schema: JsonObject): number {
  let checks = 1 + Object.keys(schema).length;
  for (const keyword of ['required', 'enum', 'properties', 'patternProperties']) {
    const values = own(schema, keyword);
    if (typeof values === 'object' && values !== null) checks += Object.keys(values).length;
  }
  const dependent = own(schema, 'dependentRequired');
  for (const names of isObject(dependent) ? Object.values(dependent) : [])
    checks += Array.isArray(names) ? names.length : 0;
  return checks;
}
