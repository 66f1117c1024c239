import { limits } from './limits.ts';
import { isObject, type Json, type JsonObject, own, partsOf, referenceTo } from './schema-parts.ts';

export interface Weight {
  /** Checks of the answers as a whole. */
  readonly top: number;
  /** The most checks that any single value inside them can meet. */
  readonly below: number;
}

/** All the checks that meet one value, and those that meet the values inside it, by their name. */
interface Load {
  checks: number;
  readonly named: Map<string, Load>;
  /** Array items, names, and properties that the schema does not name. */
  readonly others: { load: Load | undefined };
}

/** These look at the same value as the schema that holds them. */
const sameValue = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas']);

/**
 * How heavy a schema is: how many checks can pile up on one value through alternatives and references. Time and
 * errors of any answers are bounded by it. Undefined when there are more parts than anyone would write.
 */
export function weigh(schema: JsonObject): Weight | undefined {
  const root = newLoad();
  const scale = new Scale(schema);
  if (!scale.put(root, schema)) return undefined;
  return { top: root.checks, below: heaviestBelow(root) };
}

class Scale {
  readonly #root: JsonObject;
  #parts = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** False as soon as there are too many parts. */
  put(load: Load, schema: Json | undefined): boolean {
    this.#parts += 1;
    if (this.#parts > limits.unfoldedParts) return false;
    load.checks += 1;
    if (!isObject(schema)) return true;
    load.checks += ownChecks(schema);
    const target = referenceTo(own(schema, '$ref'));
    const definitions = this.#root['$defs'];
    if (target !== undefined && isObject(definitions) && !this.put(load, own(definitions, target)))
      return false;
    return partsOf(schema).every(({ keyword, steps, value }) => {
      if (keyword === '$defs') return true;
      if (sameValue.has(keyword)) return this.put(load, value);
      return this.put(loadBelow(load, keyword, steps), value);
    });
  }
}

function loadBelow(load: Load, keyword: string, [, name = '']: readonly string[]): Load {
  if (keyword !== 'properties') {
    load.others.load ??= newLoad();
    return load.others.load;
  }
  let below = load.named.get(name);
  if (!below) {
    below = newLoad();
    load.named.set(name, below);
  }
  return below;
}

function ownChecks(schema: JsonObject): number {
  let checks = Object.keys(schema).length;
  for (const keyword of ['required', 'enum', 'properties']) {
    const values = own(schema, keyword);
    if (typeof values === 'object' && values !== null) checks += Object.keys(values).length;
  }
  const dependent = own(schema, 'dependentRequired');
  for (const names of isObject(dependent) ? Object.values(dependent) : [])
    checks += Array.isArray(names) ? names.length : 0;
  return checks;
}

function newLoad(): Load {
  return { checks: 0, named: new Map(), others: { load: undefined } };
}

/** What meets every value inside meets those that have a name as well. */
function heaviestBelow({ named, others }: Load): number {
  return heaviest(others.load) + Math.max(0, ...[...named.values()].map(heaviest));
}

function heaviest(load: Load | undefined): number {
  return load ? Math.max(load.checks, heaviestBelow(load)) : 0;
}
