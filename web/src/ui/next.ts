import type { Schemas } from '@muster/client';

type Role = Schemas['MyOrganization']['role'];

/** Only places of this app: an address from a link must not lead elsewhere. */
export function isSafe(next: string | undefined): next is string {
  return next !== undefined && /^\/(?![/\\])/.test(next);
}

/** Where to go after logging in. */
export function safeNext(next: string | undefined): string {
  return isSafe(next) ? next : '/';
}

/** Where people start who did not come for anything in particular: each on the page of their work. */
export function startFor(role: Role | undefined): '/' | '/desk' | '/manage' {
  if (role === undefined || role === 'volunteer') return '/';
  return role === 'check_in' ? '/desk' : '/manage';
}
