/** That something changed, and where. Never what: the API knows what a caller may see, so they ask it again. */
export interface Hint {
  readonly type: string;
  readonly organizationId: number;
  /** The ids of what it is about, by the names that listeners see: `{ shift_id: 7 }` */
  readonly about: Readonly<Record<string, number | null>>;
  /**
   * The person it is about gets it whatever their role, unless only managers do. No one else sees this. With the audience
   * `person`, no one else gets it either.
   */
  readonly userId: number | null;
  readonly audience: 'public' | 'staff' | 'managers' | 'person';
}

/** Who listens, as far as hints are concerned. */
export interface Listener {
  readonly userId: number | null;
  readonly memberOf: ReadonlySet<number>;
  readonly staffOf: ReadonlySet<number>;
  readonly managerOf: ReadonlySet<number>;
  /** Only this organization's, if one was named. */
  readonly organizationId: number | null;
}

export function mayReceive(listener: Listener, { organizationId, userId, audience }: Hint): boolean {
  if (audience === 'person') return userId !== null && userId === listener.userId;
  if (listener.organizationId !== null && listener.organizationId !== organizationId) return false;
  // An API key may plan without seeing attendance, so one does not include the other.
  if (audience === 'managers') return listener.managerOf.has(organizationId);
  if (audience === 'public' || listener.staffOf.has(organizationId)) return true;
  return userId !== null && userId === listener.userId;
}

/** Whether someone may still receive exactly what they could receive before. */
export function sameRights(one: Listener, other: Listener): boolean {
  const parts = ['memberOf', 'staffOf', 'managerOf'] as const;
  return parts.every((part) => one[part].symmetricDifference(other[part]).size === 0);
}
