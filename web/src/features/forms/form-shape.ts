import { isObject, type Json, matches, resolve } from './form-match.ts';

/** One field as it is to be shown for the answers so far. */
export interface ShownField {
  readonly name: string;
  readonly schema: Json;
  readonly isRequired: boolean;
}

type FieldKind = 'text' | 'number' | 'boolean' | 'choice' | 'choices' | 'texts' | 'objects' | 'object';

/** The fields that belong to these answers, with what conditions add to them, in the order of `ui`. */
export function visibleFields(
  schema: Json,
  value: Json,
  root: Json,
  order: readonly unknown[] = [],
): ShownField[] {
  const properties = new Map<string, Json>();
  const required = new Set<string>();
  for (const part of partsInForce(schema, value, root)) {
    for (const [name, field] of Object.entries(isObject(part['properties']) ? part['properties'] : {})) {
      if (!isObject(field)) continue;
      properties.set(name, { ...properties.get(name), ...resolve(field, root) });
    }
    for (const name of requiredBy(part, value)) required.add(name);
  }
  const names = [...new Set([...order.filter((name) => typeof name === 'string'), ...properties.keys()])];
  return names.flatMap((name) => {
    const field = properties.get(name);
    return field === undefined ? [] : [{ name, schema: field, isRequired: required.has(name) }];
  });
}

/** The schema with everything its conditions add. */
function partsInForce(given: Json, value: Json, root: Json): Json[] {
  const schema = resolve(given, root);
  const { if: condition, then: yes, else: no, allOf, dependentSchemas } = schema as Record<string, unknown>;
  const more: unknown[] = Array.isArray(allOf) ? [...allOf] : [];
  if (condition !== undefined) more.push(matches(condition, value, root) ? yes : no);
  for (const [name, part] of Object.entries(isObject(dependentSchemas) ? dependentSchemas : {}))
    if (value[name] !== undefined) more.push(part);
  return [schema, ...more.filter(isObject).flatMap((part) => partsInForce(part, value, root))];
}

function requiredBy(part: Json, value: Json): string[] {
  const always = Array.isArray(part['required']) ? (part['required'] as string[]) : [];
  const dependent = isObject(part['dependentRequired']) ? part['dependentRequired'] : {};
  const because = Object.entries(dependent).flatMap(([name, others]) =>
    value[name] === undefined || !Array.isArray(others) ? [] : (others as string[]),
  );
  return [...always, ...because];
}

export function kindOf(schema: Json, root: Json): FieldKind {
  if (optionsOf(schema).length > 0) return 'choice';
  const type = [schema['type']].flat().find((one) => one !== 'null');
  if (type === 'boolean' || typeof schema['const'] === 'boolean') return 'boolean';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'object' || (type === undefined && isObject(schema['properties']))) return 'object';
  if (type !== 'array') return 'text';
  const items = itemsOf(schema, root);
  if (optionsOf(items).length > 0) return 'choices';
  return kindOf(items, root) === 'text' ? 'texts' : 'objects';
}

export function itemsOf(schema: Json, root: Json): Json {
  return isObject(schema['items']) ? resolve(schema['items'], root) : {};
}

export interface Option {
  readonly value: unknown;
  readonly label: string;
}

/** What can be chosen: `enum`, or `oneOf` with a `const` and a `title` each where the words differ from the value. */
export function optionsOf(schema: Json): Option[] {
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => ({ value, label: String(value) }));
  const alternatives = schema['oneOf'] ?? schema['anyOf'];
  if (!Array.isArray(alternatives) || !alternatives.every((one) => isObject(one) && 'const' in one))
    return [];
  return (alternatives as Json[]).map(({ const: value, title }) => ({
    value,
    label: String(title ?? value),
  }));
}

/** What to send: without fields that are hidden by now, and without what was emptied again. */
export function answersOf(schema: Json, value: Json, root: Json = schema): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  for (const { name, schema: field } of visibleFields(schema, value, root)) {
    const answer = value[name];
    if (answer === undefined || answer === '') continue;
    answers[name] =
      kindOf(field, root) === 'object' && isObject(answer) ? answersOf(field, answer, root) : answer;
  }
  return answers;
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
