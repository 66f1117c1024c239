import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { fastFormats, fullFormats } from 'ajv-formats/dist/formats.js';
import { LRUCache } from 'lru-cache';
import type { FieldError } from '#kernel/refusal.ts';
import type { Database } from '#platform/db/index.ts';
import { formErrors } from '../errors.ts';
import { hasDuplicates, OutOfChecks, sizeError, spendChecks } from '../rules/check-answers.ts';
import { complexityErrors } from '../rules/check-complexity.ts';
import { schemaErrors } from '../rules/check-schema.ts';
import { type FormatName, formats, limits } from '../rules/limits.ts';
import { type Budget, OutOfBudget, Pattern } from '../rules/pattern.ts';
import { costKeyword, prepareSchema } from '../rules/prepare-schema.ts';
import type { Json, JsonObject } from '../rules/schema-parts.ts';
import { errorsOf } from './translate-findings.ts';

/** Everything that is wrong with a set of answers. */
export type AnswerCheck = (answers: JsonObject) => FieldError[];

/** Checks whether the values of keywords make sense. */
const metaSchema = new Ajv({ allErrors: true, strict: false, validateFormats: false, logger: false });

/** Everything that is wrong with a schema, with its place. A schema without errors can be compiled. */
export function checkSchema(schema: JsonObject): FieldError[] {
  const errors = schemaErrors(schema);
  if (errors.length > 0) return errors;
  if (!metaSchema.validateSchema(schema)) return errorsOf('schema', metaSchema.errors);
  const loops = complexityErrors(schema);
  if (loops.length === 0) compileForm(schema);
  return loops;
}

/** Compiles a schema that has been checked. An Ajv keeps whatever it has compiled, so each form gets its own. */
export function compileForm(schema: JsonObject): AnswerCheck {
  const budget = { steps: 0, checks: 0 };
  const ajv = new Ajv({
    // A keyword that can never matter, such as a minimum of a text, is odd and valid.
    strict: false,
    strictNumbers: true,
    allErrors: true,
    // `required: ["constructor"]` asks for an answer, not for what every object inherits.
    ownProperties: true,
    inlineRefs: false,
    multipleOfPrecision: 9,
    formats: safeFormats,
    validateSchema: false,
    meta: false,
    logger: false,
    // Optimizing takes ten times as long as writing the code: 2 s for a thousand alternatives, in which no one else is answered.
    code: {
      optimize: false,
      regExp: Object.assign((source: string) => boundedPattern(source, budget), { code: '' }),
    },
  });
  ajv.addKeyword({
    keyword: costKeyword,
    errors: false,
    // One function for all parts of the schema: Ajv passes each of thousands on to the code, and its stack ends.
    validate: (cost: number, value: unknown) => {
      spendChecks(budget, cost, value);
      return true;
    },
  });
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    compile: (isUnique: boolean) => (items: Json[]) => !isUnique || !hasDuplicates(items, budget),
  });
  const validate = ajv.compile(prepareSchema(schema));
  return (answers) => {
    const tooLarge = sizeError(answers, Buffer.byteLength(JSON.stringify(answers)));
    if (tooLarge) return [tooLarge];
    budget.steps = limits.patternSteps;
    budget.checks = limits.checks;
    try {
      return validate(answers) ? [] : errorsOf('answers', validate.errors);
    } catch (error) {
      if (error instanceof OutOfChecks) return [formErrors.answers_too_many('answers')];
      if (error instanceof OutOfBudget) return [formErrors.answers_too_long('answers')];
      throw error;
    }
  };
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
