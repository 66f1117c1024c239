import { type Kind, kinds } from '#kernel/notification-kinds.ts';

/** Where people can get a notification: by email, in a browser that is closed, and in their list. */
export type Channel = 'email' | 'push' | 'app';

/** What isn't named is on. Preferences come from the database, where they may be of another shape. */
export function wants(preferences: unknown, kind: Kind, channel: Channel): boolean {
  const ofKind = (preferences as Readonly<Record<string, unknown>> | null)?.[kind];
  return (ofKind as Readonly<Record<string, unknown>> | null | undefined)?.[channel] !== false;
}

/** The kinds that a person has turned off in their list. */
export function kindsNotListed(preferences: unknown): Kind[] {
  return kinds.filter((kind) => !wants(preferences, kind, 'app'));
}

/** Whether there are more is all that matters then. */
export const mostCounted = 100;

/** Why a person gets no email about something that is true and in time. */
export function reasonAgainstMail(
  { email, preferences, kind }: { email: string | null; preferences: unknown; kind: Kind },
  isConnected: boolean,
): 'no_address' | 'turned_off' | 'no_server' | undefined {
  if (email === null) return 'no_address';
  if (!wants(preferences, kind, 'email')) return 'turned_off';
  return isConnected ? undefined : 'no_server';
}

/** Notices that were dropped because they had become untrue are not shown in a list either. */
export const hiddenOutcomes = ['superseded', 'too_late', 'not_a_member', 'not_written'] as const;

/** Browsers of one person: more than that are old ones. */
export const mostBrowsers = 10;
