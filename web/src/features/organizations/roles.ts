import type { Role } from '../../api/me.ts';

/** From the least to the most powerful. */
const roles: readonly Role[] = ['volunteer', 'check_in', 'coordinator', 'admin', 'owner'];

/** Nobody hands out more power than they have. */
export function rolesUpTo(own: Role): readonly Role[] {
  return roles.slice(0, roles.indexOf(own) + 1);
}

export function isAbove(role: Role, own: Role): boolean {
  return roles.indexOf(role) > roles.indexOf(own);
}

export const allRoles = roles;
