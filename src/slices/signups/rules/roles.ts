import type { FieldError } from '#kernel/refusal.ts';
import { signupErrors } from '../errors.ts';

export interface RoleChoice {
  readonly roleId?: number | null | undefined;
  readonly roleKey?: string | null | undefined;
}

export type ChosenRole<Role> =
  | { readonly role: Role | null; readonly error: null }
  | { readonly role: null; readonly error: FieldError };

/** A role may be named by id, by key or by both, if both mean the same one. */
export function chooseRole<Role extends { readonly id: number; readonly key: string }>(
  roles: readonly Role[],
  { roleId, roleKey }: RoleChoice,
): ChosenRole<Role> {
  const byId = roles.find((role) => role.id === roleId);
  const byKey = roles.find((role) => role.key === roleKey);
  if (isGiven(roleId) && !byId) return { role: null, error: signupErrors.unknown_role('role_id') };
  if (isGiven(roleKey) && !byKey) return { role: null, error: signupErrors.unknown_role('role_key') };
  if (byId && byKey && byId.id !== byKey.id)
    return { role: null, error: signupErrors.role_mismatch('role_key') };
  return { role: byId ?? byKey ?? null, error: null };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
