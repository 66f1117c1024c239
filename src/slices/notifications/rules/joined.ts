import type { Kind } from '#kernel/notification-kinds.ts';

/**
 * People who sign up for a whole series, or whose series is cancelled, get one email about it. Offers and reminders stay
 * separate: each wants its own answer.
 */
export const joinedKinds = [
  'signup_confirmed',
  'signup_pending',
  'waitlisted',
  'promoted',
  'approved',
  'rejected',
  'signup_cancelled',
  'shift_cancelled',
  'shift_changed',
] as const satisfies readonly Kind[];

export type JoinedText = (typeof joinedKinds)[number] | 'own_cancellation';

const joinedTexts: ReadonlySet<string> = new Set<JoinedText>([...joinedKinds, 'own_cancellation']);

export const isJoined = (textKey: string): textKey is JoinedText => joinedTexts.has(textKey);

/** Fewer are sent one by one, each with its own links. */
const fewest = 3;
/** In one email: each is listed, and is in the file for the calendar. */
export const mostJoined = 100;

export interface Joinable {
  readonly user_id: number;
  readonly organization_id: number;
  readonly textKey: string;
}

/** Puts together what is said to the same person of the same organization, in the order of the first of each. */
export function join<T extends Joinable>(notices: readonly T[]): [T, ...T[]][] {
  const alike = Map.groupBy(notices, ({ user_id, organization_id, textKey }) =>
    isJoined(textKey) ? `${user_id} ${organization_id} ${textKey}` : Symbol(textKey),
  );
  return [...alike.values()].flatMap((group) =>
    group.length < fewest ? group.map((one): [T] => [one]) : [...chunks(group)],
  );
}

function* chunks<T>(all: readonly T[]): Generator<[T, ...T[]]> {
  for (let start = 0; start < all.length; start += mostJoined) {
    const [first, ...rest] = all.slice(start, start + mostJoined);
    if (first !== undefined) yield [first, ...rest];
  }
}
