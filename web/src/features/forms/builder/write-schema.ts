import type { Json } from '../form-match.ts';
import { type FormDraft, named, type Question } from './question.ts';

/** The form as the API takes it. */
export function writeForm(draft: FormDraft): { schema: Json; ui: Json } {
  const questions = named(draft.questions);
  const always = questions.filter(({ condition }) => condition?.effect !== 'show');
  const conditions = conditionsOf(questions);
  const required = always
    .filter((one) => one.required && one.condition === undefined)
    .map(({ name }) => name);
  const hasHidden = always.length < questions.length;
  const schema = {
    type: 'object',
    ...closedFor(draft.extra, hasHidden),
    properties: Object.fromEntries(always.map((one) => [one.name, fieldSchema(one)])),
    ...(required.length > 0 && { required }),
    ...(conditions.length === 1 ? conditions[0] : conditions.length > 1 && { allOf: conditions }),
  };
  const widgets = questions.flatMap(({ name, widget }) => (widget === undefined ? [] : [[name, widget]]));
  return {
    schema,
    ui: {
      ...draft.uiExtra,
      order: questions.map(({ name }) => name),
      ...(widgets.length > 0 && { widgets: Object.fromEntries(widgets) }),
    },
  };
}

/** The form as its preview shows it: a new question without a title would be called after its name, which no one chose. */
export function previewForm(draft: FormDraft, untitled: string): { schema: Json; ui: Json } {
  const questions = draft.questions.map((one) =>
    one.isNew ? { ...one, title: one.title || untitled } : one,
  );
  return writeForm({ ...draft, questions });
}

/** `additionalProperties` does not see what conditions add, and would refuse it; its younger sister does. */
function closedFor(extra: Json, hasHidden: boolean): Json {
  const { additionalProperties, ...rest } = extra;
  if (additionalProperties === undefined || !hasHidden) return extra;
  return { ...rest, unevaluatedProperties: additionalProperties };
}

/** One `if` for each answer that decides something. */
function conditionsOf(questions: readonly Question[]): Json[] {
  const deciding = Map.groupBy(
    questions.filter(({ condition }) => condition !== undefined),
    ({ condition }) => JSON.stringify([condition?.question, condition?.answer]),
  );
  return [...deciding.values()].flatMap((depending) => {
    const condition = depending[0]?.condition;
    const other = questions.find(({ id }) => id === condition?.question);
    if (condition === undefined || other === undefined) return [];
    const shown = depending.filter((one) => one.condition?.effect === 'show');
    const required = depending
      .filter((one) => one.required || one.condition?.effect === 'require')
      .map(({ name }) => name);
    const wanted = { const: condition.answer };
    return [
      {
        if: {
          properties: { [other.name]: other.kind === 'choices' ? { contains: wanted } : wanted },
          required: [other.name],
        },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: {
          ...(shown.length > 0 && {
            properties: Object.fromEntries(shown.map((one) => [one.name, fieldSchema(one)])),
          }),
          ...(required.length > 0 && { required }),
        },
      },
    ];
  });
}

function fieldSchema(question: Question): Json {
  return {
    ...typeOf(question),
    ...(question.title !== '' && { title: question.title }),
    ...(question.help !== '' && { description: question.help }),
    ...question.extra,
  };
}

function typeOf(question: Question): Json {
  const { kind, choices, least, most, itemExtra } = question;
  const limits = (low: string, high: string) => ({
    ...(least !== undefined && { [low]: least }),
    ...(most !== undefined && { [high]: most }),
  });
  switch (kind) {
    case 'text':
    case 'paragraph':
      return { type: 'string', ...limits('minLength', 'maxLength') };
    case 'email':
    case 'date':
      return { type: 'string', format: kind };
    case 'number':
    case 'integer':
      return { type: kind, ...limits('minimum', 'maximum') };
    case 'yes_no':
      return { type: 'boolean' };
    case 'consent':
      return { type: 'boolean', const: true };
    case 'choice':
      return { type: 'string', enum: choices };
    case 'choices':
      return {
        type: 'array',
        items: { type: 'string', enum: choices, ...itemExtra },
        uniqueItems: true,
        ...limits('minItems', 'maxItems'),
      };
    case 'tags':
      return {
        type: 'array',
        items: { type: 'string', ...itemExtra },
        uniqueItems: true,
        ...limits('minItems', 'maxItems'),
      };
  }
}
