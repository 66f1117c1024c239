import type { Schemas } from '@muster/client';
import type { Scope } from '../series-progress.tsx';
import type { Shift } from '../shift.ts';
import type { MoveChange } from './move.ts';
import { isElsewhere, type Preview } from './preview.ts';

/** A shift that was dropped somewhere: it stays there until `done`. */
export interface DroppedMove {
  readonly shift: Shift;
  readonly change: MoveChange;
  /** What is worth a word about its times. */
  readonly notes: readonly string[];
  readonly done: () => void;
}

/** A move that the service is asked for. */
export interface SentMove {
  readonly shift: Shift;
  /** What it was before. */
  readonly before: MoveChange;
  readonly change: MoveChange;
  readonly scope: Scope;
  /** If what it was about has changed since, nothing is saved. */
  readonly preview?: Preview | undefined;
  readonly notes?: readonly string[];
  /** What is undone was about so many shifts. */
  readonly undoes?: number;
  readonly done?: () => void;
}

export const sentMove = (
  { shift, change, notes, done }: DroppedMove,
  scope: Scope,
  preview?: Preview,
): SentMove => ({
  shift,
  notes,
  before: timesBefore(shift, change),
  change,
  scope,
  preview,
  done,
});

/** The move back. A shift that followed its series does so again. */
export function undoOf({ shift, before, change, scope, preview }: SentMove): SentMove {
  const follows = scope === 'this' && preview?.follows_series === true;
  return {
    shift: { ...shift, ...timesIn(change) },
    before: change,
    change: { ...before, ...(follows && { follows_series: true }) },
    scope,
    undoes: preview?.changed ?? 1,
  };
}

/** Reasons of the service, or that the shift or its series has changed. */
type SaveRefusal = 'changed' | 'series' | readonly Schemas['FieldError'][];

/** Why a move is not saved; undefined where it can be. */
export function saveRefusalOf(preview: Preview, { shift, undoes }: SentMove): SaveRefusal | undefined {
  if (isElsewhere(preview, shift)) return 'changed';
  if (preview.refusals.length > 0) return preview.refusals;
  // In a series, others may have come between those that were moved.
  return undoes !== undefined && undoes !== preview.changed ? 'series' : undefined;
}

export const timesIn = ({ start_time, end_time, location }: Schemas['ChangeShiftRequest']) => ({
  ...(start_time !== undefined && { start_time }),
  ...(end_time !== undefined && { end_time }),
  ...(location !== undefined && { location }),
});

const timesBefore = ({ start_time, end_time, location }: Shift, change: MoveChange): MoveChange => ({
  start_time,
  end_time,
  ...(change.location !== undefined && { location }),
});
