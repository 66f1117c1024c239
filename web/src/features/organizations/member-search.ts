import { type Role, roles } from '../../api/me.ts';

export interface MemberSearch {
  readonly q?: string;
  readonly role?: Role;
}

export function memberSearch({ q, role }: Record<string, unknown>): MemberSearch {
  const found = roles.find((one) => one === role);
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 200) }),
    ...(found && { role: found }),
  };
}
