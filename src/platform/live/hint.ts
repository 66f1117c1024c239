import type { RecordedEvent } from '#kernel/event.ts';

/** That something changed, and where. Never what: the API knows what a caller may see, so they ask it again. */
export interface Hint {
  readonly type: string;
  readonly organizationId: number;
  readonly shiftId: number | null;
  /** The person it is about gets it whatever their role. Nobody else sees this. */
  readonly userId: number | null;
  /** About a shift that is not published yet. */
  readonly draft: boolean;
}

/** Who listens, as far as hints are concerned. */
export interface Listener {
  readonly userId: number | null;
  readonly memberOf: ReadonlySet<number>;
  /** The organizations whose rosters and check-in desks this listener may see. */
  readonly staffOf: ReadonlySet<number>;
  /** The organizations whose drafts this listener may see. */
  readonly plannerOf: ReadonlySet<number>;
  /** Only this organization's, if one was named. */
  readonly organizationId: number | null;
}

export function hintOf({ type, organizationId, data }: RecordedEvent): Hint {
  const { shift, shift_id, user_id } = (data ?? {}) as {
    shift?: { id?: unknown; status?: unknown };
    shift_id?: unknown;
    user_id?: unknown;
  };
  return {
    type,
    organizationId,
    shiftId: numberOrNull(shift?.id ?? shift_id),
    userId: numberOrNull(user_id),
    draft: shift?.status === 'draft',
  };
}

/** What the public board shows: that a shift came, went or changed, and that its spots did. */
const isOnBoard = (type: string) => /^shift\.(created|updated|cancelled|signup\w*|waitlist\w*)$/.test(type);

export function mayHear(listener: Listener, hint: Hint): boolean {
  const { organizationId } = hint;
  if (listener.organizationId !== null && listener.organizationId !== organizationId) return false;
  if (listener.plannerOf.has(organizationId)) return true;
  if (hint.draft) return false;
  if (listener.staffOf.has(organizationId)) return true;
  if (hint.userId !== null && hint.userId === listener.userId) return true;
  return isOnBoard(hint.type);
}

/** Whether somebody may still hear exactly what they could hear before. */
export function sameRights(one: Listener, other: Listener): boolean {
  const parts = ['memberOf', 'staffOf', 'plannerOf'] as const;
  return parts.every((part) => one[part].symmetricDifference(other[part]).size === 0);
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
