interface Named {
  readonly id?: number | undefined;
  readonly key: string;
}

/**
 * Which of the given roles a present one becomes: the one with its id, or else with its key. Ids belong to one shift;
 * on the other shifts of its series the same role is found by its key.
 */
export function successorOf<Role extends Named>(
  present: { readonly id: number; readonly key: string },
  idsOfShift: ReadonlySet<number>,
  roles: readonly Role[],
): Role | undefined {
  const isOwn = ({ id }: Role) => id !== undefined && idsOfShift.has(id);
  return (
    roles.find((role) => role.id === present.id) ??
    roles.find((role) => role.key === present.key && !isOwn(role))
  );
}
