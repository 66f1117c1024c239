import { newId } from '../../../api/new-id.ts';
import type { Json } from '../form-match.ts';

export const questionKinds = [
  'text',
  'paragraph',
  'email',
  'date',
  'number',
  'integer',
  'yes_no',
  'choice',
  'choices',
  'tags',
  'consent',
] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** When another question has this answer, the question is shown, or must be answered. */
export interface Condition {
  readonly effect: 'show' | 'require';
  /** The id of the other question: its name may still change. */
  readonly question: string;
  readonly answer: string | boolean;
}

/** A question while the form is being built. */
export interface Question {
  readonly id: string;
  /** What the answer is called in the data. Stays once the form was saved. */
  readonly name: string;
  readonly isNew: boolean;
  readonly kind: QuestionKind;
  readonly title: string;
  readonly help: string;
  readonly required: boolean;
  readonly choices: readonly string[];
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly condition: Condition | undefined;
  readonly widget: string | undefined;
  /** Keywords of the schema that the builder does not show and does not touch. */
  readonly extra: Json;
  readonly itemExtra: Json;
}

export interface FormDraft {
  readonly questions: readonly Question[];
  /** The same for the schema as a whole and for how it is shown. */
  readonly extra: Json;
  readonly uiExtra: Json;
}

export function newQuestion(): Question {
  return {
    id: newId(),
    name: '',
    isNew: true,
    kind: 'text',
    title: '',
    help: '',
    required: false,
    choices: [],
    least: undefined,
    most: undefined,
    condition: undefined,
    widget: undefined,
    extra: {},
    itemExtra: {},
  };
}

/** `What should we call you?` becomes `what_should_we_call_you`. */
export function nameFrom(title: string, taken: ReadonlySet<string>): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 40);
  const base = plain === '' ? 'question' : plain;
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(name)) return name;
  }
}

/** New questions are named after their title, each name once. */
export function named(questions: readonly Question[]): Question[] {
  const taken = new Set(questions.filter(({ isNew }) => !isNew).map(({ name }) => name));
  return questions.map((question) => {
    if (!question.isNew) return question;
    const name = nameFrom(question.title, taken);
    taken.add(name);
    return { ...question, name };
  });
}

/** Whether the answer to a question can be a condition. */
export function canDecide({ kind }: Question): boolean {
  return kind === 'yes_no' || kind === 'choice' || kind === 'choices';
}

/** The answers that a question can have, where they are few. */
export function possibleAnswers({ kind, choices }: Question): readonly (string | boolean)[] {
  return kind === 'yes_no' ? [true, false] : choices;
}

/** Conditions follow the questions that they are about: one that is gone decides nothing. */
export function withValidConditions(questions: readonly Question[]): Question[] {
  return questions.map((question) => {
    const { condition } = question;
    if (condition === undefined) return question;
    const other = questions.find(({ id }) => id === condition.question);
    if (other === undefined || !canDecide(other)) return { ...question, condition: undefined };
    if ((other.kind === 'yes_no') === (typeof condition.answer === 'boolean')) return question;
    return { ...question, condition: { ...condition, answer: possibleAnswers(other)[0] ?? '' } };
  });
}
