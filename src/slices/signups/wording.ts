import { signupTexts } from './messages/index.ts';
import type { RegistrationStatus } from './rules/facts.ts';

/** The person an answer is about: the reader, or a person the reader acts for. */
export interface Addressee {
  readonly isSelf: boolean;
  readonly name: string;
}

/** What the answer to a sign-up says. */
export function signupMessage(
  language: string,
  status: RegistrationStatus,
  to: Addressee,
  position: number | null,
): string {
  const values = { name: nameOf(language, to), position: position ?? 0 };
  return signupTexts.say(language, to.isSelf ? `answers.${status}` : `answers.${status}Other`, values);
}

/** What the answer to a switch of shifts says. */
export function changeMessage(language: string, status: RegistrationStatus, to: Addressee): string {
  const said = status === 'pending_approval' ? 'switchedPending' : 'switched';
  const values = { name: nameOf(language, to) };
  return signupTexts.say(language, to.isSelf ? `answers.${said}` : `answers.${said}Other`, values);
}

function nameOf(language: string, { name }: Addressee): string {
  return name.trim() === '' ? signupTexts.say(language, 'answers.someone') : name;
}
