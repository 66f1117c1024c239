import type { Role } from '../../api/me.ts';

export const roles = [
  'volunteer',
  'check_in',
  'coordinator',
  'admin',
  'owner',
] as const satisfies readonly Role[];

interface PeopleSearch {
  readonly q?: string;
  readonly role?: Role;
}

export function peopleSearch({ q, role }: Record<string, unknown>): PeopleSearch {
  const known = roles.find((one) => one === role);
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 200) }),
    ...(known !== undefined && { role: known }),
  };
}
