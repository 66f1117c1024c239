import { Ajv, type ErrorObject } from 'ajv';
import ajvFormats from 'ajv-formats';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { Fault } from '#kernel/refusal.ts';
import { zoneMessage } from '#kernel/zone-suggestions.ts';
import { isTimeZone } from '#kernel/zones.ts';
import { knownFields } from './known-fields.ts';

/**
 * Bodies are taken as they are: a number in quotes is a text. Path and query have only texts to offer, so
 * there numbers and booleans are read out of them.
 */
const forBodies = makeAjv(false);
const forTexts = makeAjv('array');

export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  if (httpPart === 'body') {
    const validate = forBodies.compile(schema);
    return (body: unknown) =>
      validate(body) ? { value: knownFields(schema, body) } : { error: validate.errors as unknown as Error };
  }
  const validate = forTexts.compile(schema);
  return (texts: Record<string, unknown>) => {
    if (!validate(texts)) return { error: validate.errors as unknown as Error };
    const fault = Object.entries(texts)
      .map(([name, value]) => textFault(name, value))
      .find((error) => error !== undefined);
    if (fault === undefined) return { value: texts };
    return { error: [fault] as unknown as Error };
  };
};

/** What the schema does not see: a text of many digits is read as Infinity, and PostgreSQL stores no NUL. */
function textFault(name: string, value: unknown): ErrorObject | undefined {
  const fault = { instancePath: `/${name}`, schemaPath: '' };
  if (typeof value === 'number' && !Number.isFinite(value))
    return { ...fault, keyword: 'type', params: { type: 'number' } };
  if (typeof value === 'string' && value.includes('\0'))
    return { ...fault, keyword: 'nul_character', params: {}, message: 'contains a NUL character' };
  return undefined;
}

function makeAjv(coerceTypes: boolean | 'array'): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes,
    useDefaults: true,
    strict: true,
    allowUnionTypes: true,
    // An error names the value, so that its text can suggest the right one.
    verbose: true,
  });
  // The package is CommonJS: its default export arrives wrapped.
  const addFormats = ajvFormats as unknown as typeof ajvFormats.default;
  addFormats(ajv, ['date-time', 'date', 'email', 'uri', 'uuid']);
  // Blanks around an address come from copying; they are trimmed before the address is used.
  const isEmail = ajv.formats['email'] as RegExp;
  ajv.addFormat('email', (text: string) => isEmail.test(text.trim()));
  ajv.addFormat('time-zone', isTimeZone);
  ajv.addKeyword('example');
  return ajv;
}

/** The faults as our error bodies list them: each with the field's path as the sender wrote it. */
export function toFaults(
  errors: readonly FastifySchemaValidationError[],
  context: string | undefined,
): Fault[] {
  const faults = new Map<string, Fault>();
  for (const error of errors as readonly ErrorObject[]) {
    // `if`, `anyOf` and `oneOf` only repeat what their branches have said.
    if (['if', 'anyOf', 'oneOf'].includes(error.keyword) && errors.length > 1) continue;
    const fault = toFault(error, context);
    faults.set(`${fault.path} ${fault.code}`, fault);
  }
  return [...faults.values()].slice(0, 100);
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
      return params['pattern'] === '\\S' ? 'must not be blank' : 'does not have the expected form';
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
  date: 'must be a date like 2026-11-14',
  email: 'must be an e-mail address',
  uri: 'must be an address like https://example.org/path',
};
