import type { ErrorObject } from 'ajv/dist/2020.js';
import type { FieldError } from '#kernel/refusal.ts';
import { toFieldError } from '#platform/http/validation.ts';
import { formErrors } from '../errors.ts';
import { limits } from '../rules/limits.ts';

/** These say only that something inside them failed, which is listed itself. */
const echoes = new Set(['if', 'anyOf', 'oneOf', 'dependentSchemas']);

/** Every finding of the validator once, with the path of the field it is about. */
export function errorsOf(root: string, findings: readonly ErrorObject[] | null | undefined): FieldError[] {
  const all = findings ?? [];
  const isEcho = ({ keyword, params }: ErrorObject) =>
    echoes.has(keyword) && params['passingSchemas'] == null && all.length > 1;
  const isInside = insideOf(all);
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const finding of all) {
    const field = fieldOf(finding);
    const key = `${finding.keyword} ${field ?? ''} ${finding.instancePath}`;
    if (seen.has(key) || isEcho(finding) || isInside(finding)) continue;
    seen.add(key);
    errors.push(errorOf(finding, pathOf(root, finding.instancePath, field)));
    if (errors.length >= limits.errors) break;
  }
  return errors;
}

/** Why a name isn't allowed, or why an entry isn't one that has to be there: nothing is wrong with the entry itself. */
function insideOf(all: readonly ErrorObject[]): (finding: ErrorObject) => boolean {
  const lists = new Set(
    all.filter(({ keyword }) => keyword === 'contains').map(({ schemaPath }) => schemaPath),
  );
  return ({ propertyName, schemaPath }) =>
    propertyName !== undefined ||
    schemaPath
      .matchAll(/\/contains(?=\/)/g)
      .some(({ 0: step, index }) => lists.has(schemaPath.slice(0, index + step.length)));
}

/** A missing or an unknown field is an error of that field, not of the object around it. */
function fieldOf({ params }: ErrorObject): string | undefined {
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

/** What only the schemas of forms can ask for. */
const byKeyword: Readonly<Record<string, (path: string) => FieldError>> = {
  dependentRequired: formErrors.dependent_required,
  additionalProperties: formErrors.additional_properties,
  unevaluatedProperties: formErrors.unevaluated_properties,
  unevaluatedItems: formErrors.unevaluated_items,
  items: formErrors.items,
  'false schema': formErrors.not_allowed,
  anyOf: formErrors.any_of,
  not: formErrors.not,
  propertyNames: formErrors.property_names,
};

function errorOf(finding: ErrorObject, path: string): FieldError {
  const { keyword, params } = finding;
  const known = byKeyword[keyword];
  if (known) return known(path);
  if (keyword === 'contains') return containsError(params, path);
  if (keyword === 'minProperties') return formErrors.too_few_fields(path, { limit: params['limit'] });
  if (keyword === 'oneOf')
    return params['passingSchemas'] == null ? formErrors.one_of(path) : formErrors.one_of_several(path);
  if (keyword === 'const') {
    const value = params['allowedValue'];
    return value === true ? formErrors.not_agreed(path) : formErrors.const(path, { value: shown(value) });
  }
  if (keyword === 'enum') return formErrors.enum(path, { options: shownOptions(params['allowedValues']) });
  if (keyword === 'minLength' && params['limit'] === 1) return formErrors.empty(path);
  if (keyword === 'format' && params['format'] === 'time') return formErrors.format_time(path);
  return toFieldError(finding, path);
}

function containsError(params: ErrorObject['params'], path: string): FieldError {
  const { minContains: least = 1, maxContains: most } = params as {
    minContains?: number;
    maxContains?: number;
  };
  if (most !== undefined) return formErrors.contains_between(path, { least, most });
  return least > 1 ? formErrors.contains_least(path, { limit: least }) : formErrors.contains(path);
}

const mostShown = 1_000;

/** As many as a person would read. */
function shownOptions(options: readonly unknown[]): string[] {
  let length = 0;
  return options.map(shown).filter((option) => {
    length += option.length;
    return length <= mostShown;
  });
}

function shown(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, mostShown);
}
