import type { Fault } from '#kernel/refusal.ts';

export interface RoleWish {
  readonly roleId?: number | null | undefined;
  readonly roleKey?: string | null | undefined;
}

export type ChosenRole<Role> =
  | { readonly role: Role | null; readonly fault: null }
  | { readonly role: null; readonly fault: Fault };

/** A role may be named by id, by key or by both, if both mean the same one. */
export function chooseRole<Role extends { readonly id: number; readonly key: string }>(
  roles: readonly Role[],
  { roleId, roleKey }: RoleWish,
): ChosenRole<Role> {
  const byId = roles.find((role) => role.id === roleId);
  const byKey = roles.find((role) => role.key === roleKey);
  if (isGiven(roleId) && !byId) {
    return unsuitable('role_id', 'unknown_role', `The shift has no role with the id ${roleId}.`);
  }
  if (isGiven(roleKey) && !byKey) {
    return unsuitable('role_key', 'unknown_role', `The shift has no role with this key.`);
  }
  if (byId && byKey && byId.id !== byKey.id) {
    return unsuitable('role_key', 'role_mismatch', '`role_id` and `role_key` name different roles.');
  }
  return { role: byId ?? byKey ?? null, fault: null };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function unsuitable(path: string, code: string, message: string): { role: null; fault: Fault } {
  return { role: null, fault: { path, code, message } };
}
