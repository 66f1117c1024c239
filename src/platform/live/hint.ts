import type { RecordedEvent } from '#kernel/event.ts';

/** That something changed, and where. Never what: whoever hears it asks the API, which knows what they may see. */
export interface Hint {
  readonly type: string;
  readonly organizationId: number;
  readonly shiftId: number | null;
  /** Whom it is about: they hear of it whatever their role; others never see this. */
  readonly userId: number | null;
  /** About a shift that is not published yet. */
  readonly draft: boolean;
}

/** Who listens, as far as hints are concerned. */
export interface Listener {
  readonly userId: number | null;
  /** The organizations whose rosters and desks this listener may see. */
  readonly staffOf: ReadonlySet<number>;
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

/** What the public board shows: that a shift came, went or changed, and that its seats did. */
const isOnBoard = (type: string) => /^shift\.(created|updated|cancelled|signup\w*|waitlist\w*)$/.test(type);

export function mayHear(listener: Listener, hint: Hint): boolean {
  if (listener.organizationId !== null && listener.organizationId !== hint.organizationId) return false;
  if (listener.staffOf.has(hint.organizationId)) return true;
  if (hint.userId !== null && hint.userId === listener.userId) return true;
  return isOnBoard(hint.type) && !hint.draft;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
