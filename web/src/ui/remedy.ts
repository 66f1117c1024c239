import type { Fault } from '../api/problem.ts';

/** A reason as a person reads it, and the screen on which it can be mended. */
export interface ShownFault {
  readonly path: string;
  readonly text: string;
  readonly href: string | undefined;
}

/** The API names its own paths; some of our screens are called otherwise. */
const screens: Readonly<Record<string, string>> = { '/me/registrations': '/me', '/me': '/profile' };

/** Where a remedy of the API (`/forms/3`) is found in this app. */
export function screenOf(href: string): string {
  return screens[href] ?? href;
}

/** The API writes the remedy's address in parentheses at the end of the message, and sometimes the field before it. */
export function faultOf({ path, message }: Fault): ShownFault {
  const [, text = message, href] = /^(.*?)\s*\((\/[\w/-]+)\)$/s.exec(message) ?? [];
  return {
    path,
    text: path !== '' && text.startsWith(`${path}: `) ? text.slice(path.length + 2) : text,
    href: href === undefined ? undefined : screenOf(href),
  };
}
