import { Ajv2020 as Ajv, type ErrorObject } from 'ajv/dist/2020.js';
import { fastFormats, fullFormats } from 'ajv-formats/dist/formats.js';
import { LRUCache } from 'lru-cache';
import type { Fault } from '#kernel/refusal.ts';
import type { Database } from '#platform/db/index.ts';
import { sizeFault } from '../rules/check-answers.ts';
import { schemaFaults } from '../rules/check-schema.ts';
import { type Finding, faultsOf } from '../rules/faults.ts';
import { type FormatName, formats, limits } from '../rules/limits.ts';
import { type Budget, OutOfBudget, Pattern } from '../rules/pattern.ts';
import type { JsonObject } from '../rules/schema-parts.ts';
import { weigh } from '../rules/weight.ts';

/** Answers with every fault of a set of answers. */
export type AnswerCheck = (answers: JsonObject) => Fault[];

/** Whether the values of keywords make sense is told by the schema of schemas. */
const metaSchema = new Ajv({ allErrors: true, strict: false, validateFormats: false, logger: false });

/** Everything that is wrong with a schema, by where it stands; none: it can be compiled. */
export function checkSchema(schema: JsonObject): Fault[] {
  const faults = schemaFaults(schema);
  if (faults.length > 0) return faults;
  if (!metaSchema.validateSchema(schema)) return faultsOf('schema', findings(metaSchema.errors));
  try {
    compileForm(schema);
    return [];
  } catch (error) {
    return [strictFault(error as Error)];
  }
}

/** Ajv names the place at the end of its sentence: `… at "#/properties/x" (strictTypes)`. */
function strictFault({ message }: Error): Fault {
  const [, pointer = ''] = / at "#?([^"]*)"/.exec(message) ?? [];
  const text = message.replace(/^strict mode: /, '').replace(/ at "[^"]*" \(\w+\)$/, '');
  const path = `schema${pointer.replaceAll('/', '.')}`.slice(0, 400);
  return { path, code: 'strict', message: text.slice(0, 500) };
}

/** Compiles a schema that has been checked. An Ajv keeps whatever it has compiled, so each form gets its own. */
export function compileForm(schema: JsonObject): AnswerCheck {
  const weight = weigh(schema);
  if (!weight) throw new Error('the schema has not been checked');
  const budget: Budget = { steps: 0 };
  const { $schema: _, ...rest } = schema;
  const validate = new Ajv({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    // `required: ["constructor"]` asks for an answer, not for what every object inherits.
    ownProperties: true,
    inlineRefs: false,
    multipleOfPrecision: 9,
    formats: safeFormats,
    validateSchema: false,
    meta: false,
    logger: false,
    code: { regExp: Object.assign((source: string) => boundedPattern(source, budget), { code: '' }) },
  }).compile(rest);
  return (answers) => {
    const fault = sizeFault(answers, Buffer.byteLength(JSON.stringify(answers)), weight);
    if (fault) return [fault];
    budget.steps = limits.patternSteps;
    try {
      return validate(answers) ? [] : faultsOf('answers', findings(validate.errors));
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error;
      return [
        { path: 'answers', code: 'too_long', message: 'hold texts too long for the patterns of this form' },
      ];
    }
  };
}

function findings(errors: readonly ErrorObject[] | null | undefined): readonly Finding[] {
  return errors ?? [];
}

function boundedPattern(source: string, budget: Budget) {
  const pattern = new Pattern(source);
  return { test: (text: string) => pattern.test(text, budget), toString: () => pattern.toString() };
}

const safeFormats = Object.fromEntries(formats.map((name) => [name, boundedFormat(name)]));

/** Those of the package that take time in proportion to the text, on texts that are short enough anyway. */
function boundedFormat(name: FormatName): (text: string) => boolean {
  const format = name === 'email' || name === 'uri' ? fastFormats[name] : fullFormats[name];
  const validate = typeof format === 'object' && 'validate' in format ? format.validate : format;
  if (validate instanceof RegExp) return (text) => text.length <= limits.formatText && validate.test(text);
  if (typeof validate !== 'function') throw new Error(`no format ${name}`);
  return (text) => text.length <= limits.formatText && (validate as (one: string) => boolean)(text);
}

const mostCompiled = 200;
const compiled = new WeakMap<Database, LRUCache<string, AnswerCheck>>();

/** A version never changes, so what it compiles to is kept: the most recently used ones. */
export async function answerCheck(
  database: Database,
  form: { readonly id: number; readonly version: number },
  load: () => Promise<JsonObject>,
): Promise<AnswerCheck> {
  const kept = compiled.get(database) ?? new LRUCache<string, AnswerCheck>({ max: mostCompiled });
  compiled.set(database, kept);
  const key = `${form.id}.${form.version}`;
  const check = kept.get(key) ?? compileForm(await load());
  kept.set(key, check);
  return check;
}
