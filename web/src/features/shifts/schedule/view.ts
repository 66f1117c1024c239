import type { ReactNode } from 'react';
import type { OwnStatus } from '../../../api/own-shifts.ts';
import type { ApiProblem } from '../../../api/problem.ts';
import type { Day } from '../../../time/calendar.ts';
import type { Shift } from '../shift.ts';
import type { Editor, Moving } from './editor.ts';
import type { MoveRefusal } from './move.ts';
import type { Preview } from './preview.ts';

export interface MoveState {
  readonly moving: Moving | undefined;
  /** A shift whose move was given up. */
  readonly left: Shift | undefined;
  readonly refusal: MoveRefusal | 'changed' | 'service' | undefined;
  readonly preview?: Preview | undefined;
  /** Why the service would not even look at the move. */
  readonly problem?: ApiProblem | undefined;
  /** Whether shifts are moved by the hour. */
  readonly hasHours: boolean;
}

/** What every view of the schedule is given. */
export interface ViewProps {
  readonly days: readonly Day[];
  readonly shifts: readonly Shift[];
  readonly today: Day;
  /** Whose clock the line for now follows. */
  readonly zone: string;
  /** Undefined: only to look at. */
  readonly editor: Editor | undefined;
  readonly mineOf: (shift: Shift) => OwnStatus | undefined;
  readonly openDay: (day: Day) => void;
  /** Says what happens while a shift is moved. */
  readonly statusOf?: (state: MoveState) => ReactNode;
}
