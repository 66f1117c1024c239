import type { RegistrationStatus } from './facts.ts';

/** The person an answer is about: the reader, or a person the reader acts for. */
export interface Addressee {
  readonly isSelf: boolean;
  readonly name: string;
}

/** What the answer to a sign-up says. */
export function signupMessage(status: RegistrationStatus, to: Addressee, position: number | null): string {
  const name = nameOf(to);
  switch (status) {
    case 'active':
      return to.isSelf ? "You're signed up." : `${name} is signed up.`;
    case 'pending_approval':
      return to.isSelf
        ? "Waiting for approval. We're holding your spot."
        : `Waiting for approval. We're holding a spot for ${name}.`;
    case 'waitlisted':
      return `This shift is full. ${to.isSelf ? "You're" : `${name} is`} number ${position} on the waitlist.`;
    case 'offered':
      return to.isSelf ? "We're holding a spot for you." : `We're holding a spot for ${name}.`;
    case 'cancelled':
      return to.isSelf ? "You're no longer signed up." : `${name} is no longer signed up.`;
  }
}

/** What the answer to a switch of shifts says. */
export function changeMessage(status: RegistrationStatus, to: Addressee): string {
  const done = to.isSelf ? "You've switched shifts." : `${nameOf(to)} has switched shifts.`;
  if (status !== 'pending_approval') return done;
  return `${done} The new shift is waiting for approval.`;
}

function nameOf({ name }: Addressee): string {
  return name.trim() === '' ? 'This person' : name;
}
