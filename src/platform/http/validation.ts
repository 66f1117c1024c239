import { Ajv, type ErrorObject } from 'ajv';
import ajvFormats from 'ajv-formats';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import { Clean } from 'typebox/value';
import { isDateText, isInstantText, isSingleLine } from '#kernel/iso-texts.ts';
import type { Fault } from '#kernel/refusal.ts';
import { zoneMessage } from '#kernel/zone-suggestions.ts';
import { isTimeZone } from '#kernel/zones.ts';
import { readTexts } from './query-texts.ts';
import { notBlank } from './schema.ts';

const ajv = makeAjv();

/**
 * A number in quotes is a text in a body. Path and query have only texts: what they mean is read out of them. Fields that
 * a schema does not name are dropped: what never arrives cannot end up in a column of the same name.
 */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const validate = ajv.compile(schema);
  if (httpPart === 'body')
    return (body: unknown) =>
      validate(body) ? { value: Clean(schema, body) } : { error: validate.errors as unknown as Error };
  return (texts: Record<string, unknown>) => {
    const value = readTexts(schema, texts);
    if (!validate(value)) return { error: validate.errors as unknown as Error };
    const fault = nulFault(value);
    return fault === undefined ? { value } : { error: [fault] as unknown as Error };
  };
};

/** PostgreSQL stores no NUL. In a body it is refused while reading. */
function nulFault(texts: Record<string, unknown>): ErrorObject | undefined {
  const found = Object.entries(texts).find(([, value]) => typeof value === 'string' && value.includes('\0'));
  if (found === undefined) return undefined;
  const message = 'contains a NUL character';
  return { instancePath: `/${found[0]}`, schemaPath: '', keyword: 'nul_character', params: {}, message };
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
  addFormats(ajv, ['email', 'uri', 'uuid']);
  ajv.addFormat('date-time', isInstantText);
  ajv.addFormat('date', isDateText);
  ajv.addFormat('single-line', isSingleLine);
  // Blanks around an address come from copying; they are trimmed before the address is used.
  const isEmail = ajv.formats['email'] as RegExp;
  ajv.addFormat('email', (text: string) => isEmail.test(text.trim()));
  ajv.addFormat('time-zone', isTimeZone);
  ajv.addKeyword('example');
  return ajv;
}

const mostFaults = 100;

/** The faults as our error bodies list them: each with the field's path as the sender wrote it. */
export function toFaults(
  errors: readonly FastifySchemaValidationError[],
  context: string | undefined,
): Fault[] {
  const faults = new Map<string, Fault>();
  for (const error of errors as readonly ErrorObject[]) {
    // A format says more plainly what its pattern says.
    if (error.keyword === 'pattern' && errors.some((other) => isFormatOf(other, error))) continue;
    // `if`, `anyOf` and `oneOf` only repeat what their branches have said.
    if (['if', 'anyOf', 'oneOf'].includes(error.keyword) && errors.length > 1) continue;
    const fault = toFault(error, context);
    faults.set(`${fault.path} ${fault.code}`, fault);
    // A body of ten thousand wrong items has fifty thousand errors: wording them all took 0.1 s.
    if (faults.size === mostFaults) break;
  }
  return [...faults.values()];
}

function isFormatOf(other: ErrorObject, pattern: ErrorObject): boolean {
  return other.keyword === 'format' && other.instancePath === pattern.instancePath;
}

function toFault(error: ErrorObject, context: string | undefined): Fault {
  const missing =
    error.keyword === 'required' ? `/${(error.params as { missingProperty: string }).missingProperty}` : '';
  const path = dotted(error.instancePath + missing);
  return {
    path: path === '' ? (context ?? 'body') : path,
    code: codeOf(error.keyword),
    message: messageOf(error),
  };
}

function dotted(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

function codeOf(keyword: string): string {
  return keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function messageOf(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'enum':
      return `must be one of: ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'type':
      return `must be of type ${[params['type']].flat().join(' or ')}`;
    case 'pattern':
      return params['pattern'] === notBlank ? 'must not be blank' : 'does not have the expected form';
    case 'format':
      if (params['format'] === 'time-zone') return zoneMessage(error.data);
      return formatMessages[params['format'] as string] ?? `must be a valid ${String(params['format'])}`;
    case 'minLength':
      return params['limit'] === 1 ? 'must not be empty' : `must have at least ${params['limit']} characters`;
    case 'maxLength':
      return `must have at most ${params['limit']} characters`;
    default:
      return error.message ?? 'is not valid';
  }
}

const formatMessages: Record<string, string> = {
  'date-time': 'must be a timestamp with an offset or Z, like 2026-11-14T09:00:00Z',
  'single-line': 'must be one line of text without control characters',
  date: 'must be a date like 2026-11-14',
  email: 'must be an e-mail address',
  uri: 'must be an address like https://example.org/path',
};
