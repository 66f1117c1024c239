/** More people than that are written to by other means. */
export const mostRecipients = 5_000;
/** In an hour, of one organization. */
export const mostMessages = 60;
export const mostTemplates = 100;

interface TargetFields {
  readonly user_ids?: readonly number[] | undefined;
  readonly shift_id?: number | undefined;
  readonly program_id?: number | undefined;
  readonly everybody?: boolean | undefined;
}

export type Audience = 'people' | 'shift' | 'program' | 'everybody';

/** Whom a message is for; undefined where it names no one, or several at once. */
export function audienceOf(target: TargetFields): Audience | 'none' | 'several' {
  const named: Audience[] = [
    ...(target.user_ids ? (['people'] as const) : []),
    ...(target.shift_id === undefined ? [] : (['shift'] as const)),
    ...(target.program_id === undefined ? [] : (['program'] as const)),
    ...(target.everybody ? (['everybody'] as const) : []),
  ];
  if (named.length > 1) return 'several';
  return named[0] ?? 'none';
}

/** The text in the reader's language, or else the first. */
export function textFor<Text extends { readonly language: string }>(
  texts: readonly Text[],
  language: string,
): Text | undefined {
  return texts.find((text) => text.language === language) ?? texts[0];
}
