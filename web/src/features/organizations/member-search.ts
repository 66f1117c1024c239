import type { Role } from '../../api/me.ts';
import { allRoles } from './roles.ts';

export interface MemberSearch {
  readonly q?: string;
  readonly role?: Role;
}

export function memberSearch({ q, role }: Record<string, unknown>): MemberSearch {
  const found = allRoles.find((one) => one === role);
  return { ...(typeof q === 'string' && q.trim() !== '' && { q }), ...(found && { role: found }) };
}
