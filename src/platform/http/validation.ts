import { Ajv, type CodeKeywordDefinition, type ErrorObject, _ as js } from 'ajv';
import ajvFormats from 'ajv-formats';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { TSchema } from 'typebox';
import { Settings } from 'typebox/system';
import { Clean, UnionPrioritySort } from 'typebox/value';
import { isEmailAddress, looksLikeEmailAddress } from '#kernel/email-address.ts';
import { isDateText, isInstantText, isSingleLine } from '#kernel/iso-texts.ts';
import type { FieldError } from '#kernel/refusal.ts';
import { suggestZones } from '#kernel/zone-suggestions.ts';
import { isTimeZone } from '#kernel/zones.ts';
import { platformErrors } from '#platform/errors.ts';
import { readTexts } from './query-texts.ts';
import { notBlank } from './schema.ts';

const ajv = makeAjv();
// `Clean` would sort the unions of a schema again for every body: 8 % of the CPU of a sign-up, which has no body.
Settings.Set({ unionPrioritySort: false });

/**
 * A number in quotes is a text in a body. Path and query have only texts: what they mean is read out of them. Fields that
 * a schema does not name are dropped: what never arrives cannot end up in a column of the same name.
 */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const validate = ajv.compile(schema);
  if (httpPart === 'body') {
    const sorted = UnionPrioritySort(schema as TSchema);
    return (body: unknown) =>
      validate(body) ? { value: Clean(sorted, body) } : { error: validate.errors as unknown as Error };
  }
  return (texts: Record<string, unknown>) => {
    const value = readTexts(schema, texts);
    if (!validate(value)) return { error: validate.errors as unknown as Error };
    const error = findNul(value);
    return error === undefined ? { value } : { error: [error] as unknown as Error };
  };
};

/** For what arrives as something else than JSON: the errors that a body with these values would have. */
export function bodyChecker(schema: TSchema): (value: unknown) => readonly FieldError[] {
  let validate: ReturnType<Ajv['compile']> | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    return validate(value) ? [] : toFieldErrors(validate.errors as FastifySchemaValidationError[], 'body');
  };
}

/** PostgreSQL stores no NUL. In a body it is refused while reading. */
function findNul(texts: Record<string, unknown>): ErrorObject | undefined {
  const found = Object.entries(texts).find(([, value]) => typeof value === 'string' && value.includes('\0'));
  if (found === undefined) return undefined;
  return { instancePath: `/${found[0]}`, schemaPath: '', keyword: 'nul_character', params: {} };
}

function makeAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    strict: true,
    allowUnionTypes: true,
    // An error names the value, so that its text can suggest the right one.
    verbose: true,
  });
  // The package is CommonJS: its default export arrives wrapped.
  const addFormats = ajvFormats as unknown as typeof ajvFormats.default;
  addFormats(ajv, ['uri', 'uuid']);
  ajv.addFormat('date-time', isInstantText);
  ajv.addFormat('date', isDateText);
  ajv.addFormat('single-line', isSingleLine);
  // Blanks around an address come from copying; they are trimmed before the address is used.
  ajv.addFormat('email', (text: string) => isEmailAddress(text.trim()));
  ajv.addFormat('known-email', (text: string) => looksLikeEmailAddress(text.trim()));
  ajv.addFormat('time-zone', isTimeZone);
  ajv.addKeyword('example');
  skipOverlongLists(ajv);
  return ajv;
}

/**
 * Of a list with too many items, only that is said: looking for errors in the 10,000 that a body can hold took up to 60 ms,
 * and their errors filled the answer.
 */
function skipOverlongLists(ajv: Ajv): void {
  const items = ajv.getKeyword('items') as CodeKeywordDefinition;
  ajv.removeKeyword('items').addKeyword({
    ...items,
    code(context, rule) {
      const most: unknown = context.parentSchema['maxItems'];
      if (typeof most !== 'number') return items.code(context, rule);
      context.gen.if(js`${context.data}.length <= ${most}`, () => items.code(context, rule));
    },
  });
}

const mostErrors = 100;

/** The errors as our answers list them: each with the field's path as the sender wrote it. */
export function toFieldErrors(
  errors: readonly FastifySchemaValidationError[],
  context: string | undefined,
): FieldError[] {
  const found = new Map<string, FieldError>();
  for (const error of errors as readonly ErrorObject[]) {
    // A format says more plainly what its pattern says.
    if (error.keyword === 'pattern' && errors.some((other) => isFormatOf(other, error))) continue;
    // `if`, `anyOf` and `oneOf` only repeat what their branches have said.
    if (['if', 'anyOf', 'oneOf'].includes(error.keyword) && errors.length > 1) continue;
    // That it may also be null helps no one who wants to fill it in.
    if (error.keyword === 'type' && error.params['type'] === 'null' && errors.length > 1) continue;
    const path = pathOf(error);
    const fieldError = toFieldError(error, path === '' ? (context ?? 'body') : path);
    found.set(`${fieldError.path} ${fieldError.code}`, fieldError);
    // A body of ten thousand wrong items has fifty thousand errors: wording them all took 0.1 s.
    if (found.size === mostErrors) break;
  }
  return [...found.values()];
}

function isFormatOf(other: ErrorObject, pattern: ErrorObject): boolean {
  return other.keyword === 'format' && other.instancePath === pattern.instancePath;
}

const longestName = 100;

/** A field that is missing or unknown is named too, although it isn't where the error was found. */
function pathOf({ keyword, instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty } = params as Record<string, string | undefined>;
  const name =
    keyword === 'required'
      ? missingProperty
      : keyword === 'additionalProperties'
        ? additionalProperty?.slice(0, longestName)
        : undefined;
  return (name === undefined ? instancePath : `${instancePath}/${name}`)
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

const withLimit = {
  minLength: platformErrors.min_length,
  maxLength: platformErrors.max_length,
  minimum: platformErrors.minimum,
  maximum: platformErrors.maximum,
  exclusiveMinimum: platformErrors.exclusive_minimum,
  exclusiveMaximum: platformErrors.exclusive_maximum,
  minItems: platformErrors.min_items,
  maxItems: platformErrors.max_items,
  minProperties: platformErrors.min_properties,
  maxProperties: platformErrors.max_properties,
} as const;

const ofFormat: Readonly<Record<string, (path: string) => FieldError>> = {
  'date-time': platformErrors.format_date_time,
  'single-line': platformErrors.format_single_line,
  date: platformErrors.format_date,
  email: platformErrors.format_email,
  'known-email': platformErrors.format_email,
  uri: platformErrors.format_uri,
};

/** One finding of the validator, for the field at `path`. Forms use it for their answers too. */
export function toFieldError({ keyword, params: given, data }: ErrorObject, path: string): FieldError {
  const params = given as Record<string, unknown>;
  if (Object.hasOwn(withLimit, keyword))
    return withLimit[keyword as keyof typeof withLimit](path, { limit: Number(params['limit']) });
  switch (keyword) {
    case 'required':
      return platformErrors.required(path);
    case 'enum':
      return platformErrors.enum(path, { options: (params['allowedValues'] as unknown[]).map(String) });
    case 'const':
      return platformErrors.enum(path, { options: [String(params['allowedValue'])] });
    case 'type':
      return platformErrors.type(path, { types: typesOf(params['type']) });
    case 'pattern':
      return params['pattern'] === notBlank ? platformErrors.blank(path) : platformErrors.pattern(path);
    case 'format':
      if (params['format'] === 'time-zone') return unknownZone(path, data);
      return (ofFormat[String(params['format'])] ?? platformErrors.format)(path);
    case 'multipleOf':
      return platformErrors.multiple_of(path, { limit: Number(params['multipleOf']) });
    case 'uniqueItems':
      return platformErrors.unique_items(path);
    case 'additionalProperties':
      return platformErrors.unknown_field(path);
    case 'nul_character':
      return platformErrors.nul_character(path);
    default:
      return platformErrors.not_valid(path);
  }
}

/** What to send instead of what was sent: null only where nothing else is possible. */
function typesOf(type: unknown): string[] {
  const all = [type].flat().map(String);
  const filled = all.filter((one) => one !== 'null');
  return filled.length > 0 ? filled : all;
}

export function unknownZone(path: string, name: unknown): FieldError {
  const zones = typeof name === 'string' ? suggestZones(name) : [];
  return zones.length > 0 ? platformErrors.time_zone_meant(path, { zones }) : platformErrors.time_zone(path);
}
