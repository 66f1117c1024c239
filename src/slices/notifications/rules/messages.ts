import { refuse } from '#kernel/refusal.ts';
import { messageErrors } from '../errors.ts';

/** More people than that are written to by other means. */
export const mostRecipients = 5_000;
/** In an hour, of one organization. */
export const mostMessages = 60;
export const mostTemplates = 100;
/** How many names a preview has. */
export const mostPreviewed = 100;

interface TargetFields {
  readonly user_ids?: readonly number[] | undefined;
  readonly shift_id?: number | undefined;
  readonly role_id?: number | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly program_id?: number | undefined;
  readonly filter_id?: number | undefined;
  readonly filter?: object | undefined;
  readonly everybody?: boolean | undefined;
}

export const audiences = ['people', 'shift', 'program', 'filter', 'everybody'] as const;
export type Audience = (typeof audiences)[number];

/** Whom a message is for, if it names exactly one kind of people. */
export function audienceOf(target: TargetFields): Audience | 'none' | 'several' {
  const named: Audience[] = [
    ...(target.user_ids ? (['people'] as const) : []),
    // With people, a shift is what the message is about.
    ...(target.shift_id === undefined || target.user_ids ? [] : (['shift'] as const)),
    ...(target.program_id === undefined ? [] : (['program'] as const)),
    ...(target.filter_id === undefined ? [] : (['filter'] as const)),
    // An empty one would be everyone, which has a field of its own.
    ...(Object.keys(target.filter ?? {}).length > 0 ? (['filter'] as const) : []),
    ...(target.everybody ? (['everybody'] as const) : []),
  ];
  if (named.length > 1) return 'several';
  return named[0] ?? 'none';
}

/** A role belongs to a shift, and a status to a shift or a program: elsewhere, more people than meant would get it. */
export function strayField(target: TargetFields, audience: Audience): 'role_id' | 'statuses' | undefined {
  if (target.role_id !== undefined && audience !== 'shift') return 'role_id';
  return target.statuses && audience !== 'shift' && audience !== 'program' ? 'statuses' : undefined;
}

/** What was written, by its empty lines. */
export const paragraphsOf = (text: string): string[] =>
  text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());

/** Each language has one text. */
export function checkLanguages(texts: readonly { readonly language: string }[]): void {
  const twice = texts.find(
    ({ language }, index) => texts.findIndex((one) => one.language === language) < index,
  );
  if (twice) throw refuse(messageErrors.language_twice('texts', { language: twice.language }));
}

/** The text in the reader's language, or else the first. */
export function textFor<Text extends { readonly language: string }>(
  texts: readonly Text[],
  language: string,
): Text | undefined {
  return texts.find((text) => text.language === language) ?? texts[0];
}
