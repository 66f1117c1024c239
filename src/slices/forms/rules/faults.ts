import type { Fault } from '#kernel/refusal.ts';
import { limits } from './limits.ts';

/** One fault as Ajv reports it. */
export interface Finding {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
}

/** These say only that something inside them failed, which is listed itself. */
const echoes = new Set(['if', 'anyOf', 'oneOf', 'propertyNames', 'contains', 'dependentSchemas']);

/** Every finding once, with the path of the field it is about. */
export function faultsOf(root: string, findings: readonly Finding[]): Fault[] {
  const isEcho = ({ keyword, params }: Finding) =>
    echoes.has(keyword) && params['passingSchemas'] == null && findings.length > 1;
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const finding of findings) {
    const field = fieldOf(finding);
    const key = `${finding.keyword} ${field ?? ''} ${finding.instancePath}`;
    if (seen.has(key) || isEcho(finding)) continue;
    seen.add(key);
    const path = pathOf(root, finding.instancePath, field);
    faults.push({ path, code: codeOf(finding.keyword), message: messageOf(finding) });
    if (faults.length >= limits.faults) break;
  }
  return faults;
}

/** A missing or a surplus field is a fault of that field, not of the object around it. */
function fieldOf({ params }: Finding): string | undefined {
  const field =
    params['missingProperty'] ??
    params['additionalProperty'] ??
    params['unevaluatedProperty'] ??
    params['propertyName'];
  return typeof field === 'string' ? field : undefined;
}

function pathOf(root: string, instancePath: string, field: string | undefined): string {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (field !== undefined) steps.push(field);
  return [root, ...steps.map((step) => step.slice(0, 100))].join('.').slice(0, 400);
}

function codeOf(keyword: string): string {
  return keyword
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .replace('false schema', 'not_allowed');
}

function messageOf({ keyword, params, message }: Finding): string {
  const limit = String(params['limit']);
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'dependentRequired':
      return `is required when ${String(params['property'])} is given`;
    case 'type':
      return `must be of type ${[params['type']].flat().join(' or ')}`;
    case 'enum':
      return `must be one of: ${(params['allowedValues'] as unknown[]).map(shown).join(', ')}`.slice(
        0,
        1_000,
      );
    case 'const':
      return `must be ${shown(params['allowedValue'])}`.slice(0, 1_000);
    case 'minLength':
      return limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'pattern':
      return 'does not have the expected form';
    case 'format':
      return `must be ${named[String(params['format'])] ?? `a valid ${String(params['format'])}`}`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'false schema':
      return 'is not a field of this form';
    case 'oneOf':
      return params['passingSchemas'] == null
        ? 'fits none of the alternatives'
        : 'fits more than one alternative';
    case 'anyOf':
      return 'fits none of the alternatives';
    case 'not':
      return 'is not allowed';
    default:
      return message ?? 'is not valid';
  }
}

const named: Record<string, string> = {
  date: 'a date like 2026-11-14',
  time: 'a time with an offset or Z, like 09:00:00Z',
  'date-time': 'a timestamp with an offset or Z, like 2026-11-14T09:00:00Z',
  email: 'an e-mail address',
  uri: 'an address like https://example.org/path',
};

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
