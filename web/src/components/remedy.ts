import { ApiProblem, type Fault } from '../api/problem.ts';

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

/** The API writes the remedy's address in parentheses at the end of the message. */
export function faultOf({ path, code, message }: Fault): ShownFault {
  const [, text = message, href] = /^(.*?)\s*\((\/[\w/-]+)\)$/s.exec(message) ?? [];
  const isField = path !== '' && /^(type|format|required|min|max|pattern|enum)/i.test(code);
  return {
    path,
    text: isField && !text.startsWith(path) ? `${path}: ${text}` : text,
    href: href === undefined ? undefined : screenOf(href),
  };
}

/** For `form.setErrors`: the messages by field. Empty when the problem is not about fields. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(
    error.errors.filter(({ path }) => path !== '').map((fault) => [fault.path, faultOf(fault).text]),
  );
}
