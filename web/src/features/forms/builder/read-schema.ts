import { isObject, type Json } from '../form-match.ts';
import type { Condition, FormDraft, Question, QuestionKind } from './question.ts';
import { writeForm } from './write-schema.ts';

/**
 * A form as a list of questions; undefined when it holds something that such a list cannot say. The proof is writing
 * it again: only what comes out the same may be edited here, so nothing is ever lost.
 */
export function readForm(schema: Json, ui: Json): FormDraft | undefined {
  const draft = tryToRead(schema, ui);
  if (draft === undefined) return undefined;
  const again = writeForm(draft);
  const before = { ...ui, order: again.ui['order'] };
  return isSame(again.schema, schema) && isSame(again.ui, before) ? draft : undefined;
}

function tryToRead(schema: Json, ui: Json): FormDraft | undefined {
  const {
    type,
    properties,
    required,
    if: condition,
    then,
    allOf,
    ...extra
  } = schema as Record<string, unknown>;
  const { order, widgets, ...uiExtra } = ui as Record<string, unknown>;
  if (type !== 'object' || !isObject(properties)) return undefined;
  const branches = branchesOf(condition, then, allOf);
  if (branches === undefined) return undefined;
  const shown = branches.flatMap(({ properties: inner }) => Object.entries(inner));
  const fields = new Map([...Object.entries(properties), ...shown]);
  const ordered = Array.isArray(order) ? order.filter((name) => fields.has(name)) : [];
  const names = [...new Set<string>([...ordered, ...fields.keys()])];
  const always = new Set(Array.isArray(required) ? required : []);
  const questions = names.map((name): Question | undefined => {
    const field = fields.get(name);
    if (!isObject(field)) return undefined;
    const rule = conditionOf(name, branches);
    const widget = isObject(widgets) ? widgets[name] : undefined;
    const isRequired =
      rule?.effect === 'show' ? branches.some((one) => one.required.includes(name)) : always.has(name);
    return readField(name, field, widget, isRequired, rule);
  });
  return questions.every((one) => one !== undefined) ? { questions, extra, uiExtra } : undefined;
}

interface Branch {
  readonly question: string;
  readonly answer: string | boolean;
  readonly properties: Json;
  readonly required: readonly string[];
}

function branchesOf(condition: unknown, then: unknown, allOf: unknown): Branch[] | undefined {
  const parts: unknown[] = [
    ...(condition === undefined ? [] : [{ if: condition, then }]),
    ...(Array.isArray(allOf) ? allOf : []),
  ];
  const branches = parts.map(branchOf);
  return branches.every((one) => one !== undefined) ? branches : undefined;
}

function branchOf(part: unknown): Branch | undefined {
  if (!isObject(part) || !isObject(part['if']) || !isObject(part['then'])) return undefined;
  const [entry, ...others] = Object.entries(
    isObject(part['if']['properties']) ? part['if']['properties'] : {},
  );
  if (entry === undefined || others.length > 0 || !isObject(entry[1])) return undefined;
  const [question, test] = entry;
  const answer = isObject(test['contains']) ? test['contains']['const'] : test['const'];
  if (typeof answer !== 'string' && typeof answer !== 'boolean') return undefined;
  const { properties, required } = part['then'];
  return {
    question,
    answer,
    properties: isObject(properties) ? properties : {},
    required: Array.isArray(required) ? required : [],
  };
}

/** Questions are known by their names here: those of a saved form do not change. */
function conditionOf(name: string, branches: readonly Branch[]): Condition | undefined {
  const branch = branches.find((one) => name in one.properties || one.required.includes(name));
  if (branch === undefined) return undefined;
  const effect = name in branch.properties ? 'show' : 'require';
  return { effect, question: branch.question, answer: branch.answer };
}

function readField(
  name: string,
  field: Json,
  widget: unknown,
  required: boolean,
  condition: Condition | undefined,
): Question | undefined {
  const kind = kindOf(field, widget);
  if (kind === undefined || (widget !== undefined && typeof widget !== 'string')) return undefined;
  const { title, description, ...rest } = field as Record<string, unknown>;
  const items = isObject(field['items']) ? field['items'] : {};
  const options = kind === 'choice' ? field['enum'] : items['enum'];
  if (!isText(title) || !isText(description)) return undefined;
  const [low, high] = limitsOf[kind];
  const number = (keyword: string | undefined) =>
    keyword !== undefined && typeof field[keyword] === 'number' ? field[keyword] : undefined;
  const own = new Set<string>([
    'type',
    'format',
    'const',
    'enum',
    'items',
    'uniqueItems',
    low ?? '',
    high ?? '',
  ]);
  if (kind === 'text' || kind === 'paragraph') for (const one of ['format', 'enum', 'const']) own.delete(one);
  const { type: _, enum: __, ...itemExtra } = items as Record<string, unknown>;
  return {
    id: name,
    name,
    isNew: false,
    kind,
    title: title ?? '',
    help: description ?? '',
    required,
    choices: Array.isArray(options) ? options.map(String) : [],
    least: number(low),
    most: number(high),
    condition,
    widget: widget as string | undefined,
    extra: Object.fromEntries(Object.entries(rest).filter(([keyword]) => !own.has(keyword))),
    itemExtra,
  };
}

const isText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

export const limitsOf: Readonly<Record<QuestionKind, readonly [low?: string, high?: string]>> = {
  text: ['minLength', 'maxLength'],
  paragraph: ['minLength', 'maxLength'],
  email: [],
  date: [],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  yes_no: [],
  choice: [],
  choices: ['minItems', 'maxItems'],
  tags: ['minItems', 'maxItems'],
  consent: [],
};

function kindOf(field: Json, widget: unknown): QuestionKind | undefined {
  const { type, format, items } = field;
  switch (type) {
    case 'string':
      if (Array.isArray(field['enum'])) return 'choice';
      if (format === 'email' || format === 'date') return format;
      return widget === 'textarea' ? 'paragraph' : 'text';
    case 'number':
    case 'integer':
      return type;
    case 'boolean':
      return field['const'] === true ? 'consent' : 'yes_no';
    case 'array':
      if (!isObject(items) || items['type'] !== 'string') return undefined;
      return Array.isArray(items['enum']) ? 'choices' : 'tags';
    default:
      return undefined;
  }
}

/** The same JSON, whatever the order of its keys. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
