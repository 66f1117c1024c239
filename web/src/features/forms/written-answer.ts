import { isObject, type Json } from './form-match.ts';

/** What someone has typed so far where an answer is written as JSON: kept like an answer, and never sent. */
export class UnfinishedJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Stands beside the answers while those without a field are being written. No field can be called like this. */
export const unfinishedName = '\0';

/** A text is its own answer. Only what begins like JSON has to be JSON. */
export function readWritten(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  try {
    return JSON.parse(trimmed);
  } catch {
    return /^[[{"]/.test(trimmed) ? new UnfinishedJson(text) : trimmed;
  }
}

/** An answer as it is written for `readWritten`. */
export function writtenOf(answer: unknown): string {
  if (answer === undefined) return '';
  if (answer instanceof UnfinishedJson) return answer.text;
  if (typeof answer === 'string' && readWritten(answer) === answer) return answer;
  return JSON.stringify(answer, null, 2);
}

/** How many answers are still being written. */
export function countUnfinished(answer: unknown): number {
  if (answer instanceof UnfinishedJson) return 1;
  const inner = Array.isArray(answer) ? answer : isObject(answer) ? Object.values(answer) : [];
  return inner.reduce<number>((sum, one) => sum + countUnfinished(one), 0);
}

/** The answers that have no field, as an object or while they are being written. */
export function othersIn(value: Json, known: ReadonlySet<string>): unknown {
  const { [unfinishedName]: unfinished, ...answers } = value;
  if (unfinished !== undefined) return unfinished;
  const others = Object.entries(answers).filter(([name]) => !known.has(name));
  return others.length === 0 ? undefined : Object.fromEntries(others);
}

/** The answers with others in place of those that have no field. */
export function withOthers(
  value: Json,
  known: ReadonlySet<string>,
  others: unknown,
): Record<string, unknown> {
  const fields = Object.fromEntries(Object.entries(value).filter(([name]) => known.has(name)));
  return {
    ...(isObject(others) && !(others instanceof UnfinishedJson) ? others : {}),
    ...fields,
    ...unfinishedOf(others),
  };
}

function unfinishedOf(others: unknown): Record<string, unknown> {
  if (others === undefined || (isObject(others) && !(others instanceof UnfinishedJson))) return {};
  return {
    [unfinishedName]: others instanceof UnfinishedJson ? others : new UnfinishedJson(writtenOf(others)),
  };
}
