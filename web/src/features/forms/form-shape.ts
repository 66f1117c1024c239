import { answerTo, isObject, type Json, listOf, longestChain, matches, resolve, same } from './form-match.ts';
import { UnfinishedJson, unfinishedName } from './written-answer.ts';

/** One field as it is to be shown for the answers so far. */
export interface ShownField {
  readonly name: string;
  readonly schema: Json;
  readonly isRequired: boolean;
}

type FieldKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'texts'
  | 'objects'
  | 'object'
  /** None of the others can show it. */
  | 'json';

/** The fields that belong to these answers, with what conditions add to them, in the order of `ui`. */
export function visibleFields(
  schema: Json,
  value: Json,
  root: Json,
  order: readonly unknown[] = [],
): ShownField[] {
  const properties = new Map<string, Json>();
  const required = new Set<string>();
  for (const part of partsOf(schema, root, value)) {
    for (const [name, given] of Object.entries(propertiesOf(part))) {
      const field = given === true ? {} : given;
      if (isObject(field)) properties.set(name, { ...properties.get(name), ...fieldSchema(field, root) });
    }
    for (const name of requiredBy(part, value)) required.add(name);
  }
  const names = [...new Set([...order.filter((name) => typeof name === 'string'), ...properties.keys()])];
  return names.flatMap((name) => {
    const field = properties.get(name);
    return field === undefined ? [] : [{ name, schema: field, isRequired: required.has(name) }];
  });
}

/** Once, a reference could have another title only inside of `allOf`, and many still write it so. */
function fieldSchema(given: Json, root: Json, depth = 0): Json {
  const schema = resolve(given, root);
  const { allOf, ...rest } = schema;
  const [only, ...others] = listOf(allOf);
  if (!isObject(only) || others.length > 0 || depth > longestChain) return schema;
  return { ...fieldSchema(only, root, depth + 1), ...rest };
}

/** The names of all fields, also of those that these answers hide. */
export function namesOf(schema: Json, root: Json): Set<string> {
  return new Set(partsOf(schema, root).flatMap((part) => Object.keys(propertiesOf(part))));
}

/** Whether answers can have names for which there is no field: they are written as JSON. */
export function isOpen(schema: Json, root: Json): boolean {
  const parts = partsOf(schema, root);
  const names = namesOf(schema, root);
  const isUnknown = (name: unknown) => !names.has(String(name));
  const isOpenPart = (part: Json): boolean =>
    isObject(part['patternProperties']) ||
    isAllowed(part['additionalProperties']) ||
    isAllowed(part['unevaluatedProperties']) ||
    part['$ref'] !== undefined ||
    part['$dynamicRef'] !== undefined ||
    listOf(part['required']).some(isUnknown);
  const alternatives = parts.flatMap((part) => [...listOf(part['anyOf']), ...listOf(part['oneOf'])]);
  const isOpenAlternative = (one: unknown) =>
    isObject(one) && (partsOf(one, root).some(isOpenPart) || [...namesOf(one, root)].some(isUnknown));
  if (parts.some(isOpenPart) || alternatives.some(isOpenAlternative)) return true;
  return parts.every(
    (part) => part['properties'] === undefined && closing.every((keyword) => part[keyword] !== false),
  );
}

const closing = ['additionalProperties', 'unevaluatedProperties'];
const isAllowed = (others: unknown) => others === true || isObject(others);

function propertiesOf(part: Json): Json {
  return isObject(part['properties']) ? part['properties'] : {};
}

/**
 * The schema with everything its conditions add: for the given answers, or for any. Each part once, because a form that
 * is being written may refer to itself without end.
 */
function partsOf(given: Json, root: Json, value?: Json, seen = new Set<Json>()): Json[] {
  if (seen.has(given)) return [];
  seen.add(given);
  const schema = resolve(given, root);
  const { if: condition, then: yes, else: no, allOf, dependentSchemas } = schema as Record<string, unknown>;
  const more = listOf(allOf);
  if (condition !== undefined)
    more.push(...(value === undefined ? [yes, no] : [matches(condition, value, root) ? yes : no]));
  for (const [name, part] of Object.entries(isObject(dependentSchemas) ? dependentSchemas : {}))
    if (value === undefined || answerTo(name, value) !== undefined) more.push(part);
  return [schema, ...more.filter(isObject).flatMap((part) => partsOf(part, root, value, seen))];
}

function requiredBy(part: Json, value: Json): string[] {
  const dependent = isObject(part['dependentRequired']) ? part['dependentRequired'] : {};
  const because = Object.entries(dependent).flatMap(([name, others]) =>
    answerTo(name, value) === undefined ? [] : listOf(others),
  );
  return [...listOf(part['required']), ...because].map(String);
}

export function kindOf(schema: Json, root: Json, depth = 0): FieldKind {
  if (optionsOf(schema).length > 0) return 'choice';
  const type = [schema['type']].flat().find((one) => one !== 'null');
  if (type === 'boolean' || typeof schema['const'] === 'boolean') return 'boolean';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'object' || (type === undefined && isObject(schema['properties']))) return 'object';
  if (type === undefined) return untypedKind(schema, root, depth);
  if (type !== 'array') return 'text';
  if (schema['prefixItems'] !== undefined || isObjectList(schema['items'])) return 'json';
  const items = itemsOf(schema, root);
  if (optionsOf(items).length > 0) return 'choices';
  // A list of lists may go on without end.
  return items['type'] !== 'array' && kindOf(items, root, depth + 1) === 'text' ? 'texts' : 'objects';
}

const isObjectList = (items: unknown) =>
  items !== undefined && typeof items !== 'boolean' && !isObject(items);

/** Alternatives have a simple input where all of them have the same. */
function untypedKind(schema: Json, root: Json, depth: number): FieldKind {
  if (depth > longestChain) return 'json';
  const all = listOf(schema['allOf']).filter(isObject);
  if (all.some((one) => kindOf(resolve(one, root), root, depth + 1) === 'object')) return 'object';
  const alternatives = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].filter(isObject);
  const kinds = new Set(alternatives.map((one) => simpleKind(resolve(one, root))));
  const [only = 'text'] = kinds;
  const isUnclear = ['$ref', '$dynamicRef', 'prefixItems', 'items', 'patternProperties', 'allOf'].some(
    (keyword) => schema[keyword] !== undefined,
  );
  return kinds.size > 1 || isUnclear ? 'json' : only;
}

function simpleKind(schema: Json): 'text' | 'number' | 'json' {
  const { type } = schema;
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'string' ? 'text' : 'json';
}

/** Whether the input of a kind can show this answer, which may come from elsewhere or from an earlier version. */
export function canShow(kind: FieldKind, answer: unknown): boolean {
  if (answer === undefined || answer === null) return true;
  if (answer instanceof UnfinishedJson) return kind === 'json';
  switch (kind) {
    case 'text':
      return typeof answer === 'string';
    case 'texts':
      return Array.isArray(answer) && answer.every((one) => typeof one === 'string');
    case 'choices':
    case 'objects':
      return Array.isArray(answer);
    case 'object':
      return isObject(answer);
    default:
      return true;
  }
}

export function itemsOf(schema: Json, root: Json): Json {
  return isObject(schema['items']) ? fieldSchema(schema['items'], root) : {};
}

export interface Option {
  readonly value: unknown;
  readonly label: string;
}

/**
 * What can be chosen: `enum`, or `oneOf` with a `const` and a `title` each where the words differ from the value. A
 * single value is chosen too: no one has to know how it is spelled.
 */
export function optionsOf(schema: Json): Option[] {
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => ({ value, label: labelOf(value) }));
  if ('const' in schema && typeof schema['const'] !== 'boolean')
    return [{ value: schema['const'], label: labelOf(schema['const']) }];
  const alternatives = schema['oneOf'] ?? schema['anyOf'];
  if (!Array.isArray(alternatives) || !alternatives.every((one) => isObject(one) && 'const' in one))
    return [];
  return (alternatives as Json[]).map(({ const: value, title }) => ({
    value,
    label: typeof title === 'string' ? title : labelOf(value),
  }));
}

const labelOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

export function optionAt(options: readonly Option[], value: unknown): number {
  return options.findIndex((option) => same(option.value, value));
}

/** What to send: without fields that are hidden by now, and without what was emptied again. */
export function answersOf(schema: Json, value: Json, root: Json = schema): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  for (const { name, schema: field } of visibleFields(schema, value, root)) {
    const answer = answerTo(name, value);
    if (answer === undefined || answer === '') continue;
    answers[name] =
      kindOf(field, root) === 'object' && isObject(answer) ? answersOf(field, answer, root) : answer;
  }
  if (!isOpen(schema, root)) return answers;
  const names = namesOf(schema, root);
  const others = Object.entries(value).filter(([name]) => !names.has(name) && name !== unfinishedName);
  return { ...answers, ...Object.fromEntries(others) };
}

/** Answers to begin another version with: what someone agreed to may read differently there. */
export function withoutAgreements(schema: Json, value: Json): Record<string, unknown> {
  const agreements = visibleFields(schema, value, schema).filter((field) => field.schema['const'] === true);
  const names = new Set(agreements.map(({ name }) => name));
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
}

/** Whether a response is to the questions that count: some forms are asked again in each new version. */
export function isUpToDate(
  form: { readonly version: number; readonly renew_on_new_version: boolean },
  sent: { readonly form_version: number },
): boolean {
  return !form.renew_on_new_version || sent.form_version >= form.version;
}

/** Whether anything was answered: a form that was only opened is not sent. */
export function isAnswered(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.some(isAnswered);
  if (isObject(answer)) return Object.values(answer).some(isAnswered);
  return answer !== undefined && answer !== null && answer !== '';
}

/** The name of a field for people who gave it no title. */
export function titleOf({ name, schema }: ShownField): string {
  if (typeof schema['title'] === 'string' && schema['title'] !== '') return schema['title'];
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
