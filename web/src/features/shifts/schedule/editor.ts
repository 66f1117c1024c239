import type { Shift } from '../shift.ts';
import type { Move, Steering } from './move.ts';
import type { Grouping, Row } from './rows.ts';

/** What coordinators can do in a schedule. */
export interface Editor {
  /** `done` is called when the move is saved or given up; until then the shift stays where it was put. */
  drop(move: Move, by: Grouping | undefined, done: () => void): void;
  create(from: number, to: number, row?: Row): void;
  open(shift: Shift): void;
}

/** A time on the grid, and in a timeline a row. */
export interface GridPoint {
  readonly wall: number;
  readonly row?: Row | undefined;
}

export interface MoverOptions extends Steering {
  readonly editor: Editor | undefined;
  readonly locate: (x: number, y: number) => GridPoint | undefined;
  readonly by?: Grouping | undefined;
}

export interface Moving {
  readonly move: Move;
  readonly how: 'pointer' | 'keys' | 'saving';
}
