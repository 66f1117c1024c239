import type { FieldError } from '#kernel/refusal.ts';
import { formErrors } from '../errors.ts';
import { limits } from './limits.ts';
import { References } from './references.ts';
import { isForSameValue, isObject, type Json, type JsonObject, partsOf } from './schema-parts.ts';

/**
 * What a sound schema makes of itself through references. One that refers to itself is fine if each round goes a level
 * deeper into the answers, which end at some level. Not if it looks at the same value again, for ever, or with more
 * checks than anyone would write. How many checks answers cause on all their levels is counted while they are checked.
 */
export function complexityErrors(root: JsonObject): FieldError[] {
  const references = new References(root);
  if (countSchemas(root) > limits.schemas || linkedLevels(root, references) > limits.linkedLevels)
    return [formErrors.too_complex('schema')];
  const pile = new Pile(references);
  for (const { schema } of references.all()) pile.schemasOn(schema);
  return pile.errors.slice(0, limits.errors);
}

function countSchemas(schema: Json): number {
  if (!isObject(schema)) return 1;
  return partsOf(schema).reduce((sum, { value }) => sum + countSchemas(value), 1);
}

function linkedLevels(root: JsonObject, references: References): number {
  const targets = new Set(references.all().flatMap(({ schema }) => references.targetsOf(schema)));
  return [root, ...targets].reduce<number>((sum, schema) => sum + levelsOf(schema), 0);
}

function levelsOf(schema: Json): number {
  if (!isObject(schema)) return 1;
  return 1 + Math.max(0, ...partsOf(schema).map(({ value }) => levelsOf(value)));
}

class Pile {
  readonly errors: FieldError[] = [];
  readonly #references: References;
  readonly #paths: Map<JsonObject, string>;
  /** Undefined while it is being counted. */
  readonly #counts = new Map<JsonObject, number | undefined>();

  constructor(references: References) {
    this.#references = references;
    this.#paths = new Map(references.all().map(({ schema, path }) => [schema, path]));
  }

  /** How many schemas meet the value that this one meets. */
  schemasOn(schema: Json): number {
    if (!isObject(schema)) return 1;
    const path = this.#paths.get(schema) ?? 'schema';
    if (this.#counts.has(schema)) {
      const known = this.#counts.get(schema);
      if (known === undefined) this.errors.push(formErrors.recursion(path));
      return known ?? 0;
    }
    this.#counts.set(schema, undefined);
    const inner = [
      ...this.#references.targetsOf(schema),
      ...partsOf(schema)
        .filter(isForSameValue)
        .map(({ value }) => value),
    ];
    const count = inner.reduce<number>((sum, one) => sum + this.schemasOn(one), 1);
    const isTooMany = count > limits.schemasPerValue;
    if (isTooMany) this.errors.push(formErrors.too_complex(path));
    // Named once, where it begins.
    this.#counts.set(schema, isTooMany ? 0 : count);
    return isTooMany ? 0 : count;
  }
}
