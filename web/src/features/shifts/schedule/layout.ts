/** A shift on the clock of the place where it is, see `wallOf`. */
export interface Placed<Shift> {
  readonly shift: Shift;
  readonly from: number;
  readonly to: number;
}

export interface Block<Shift> extends Placed<Shift> {
  /** Where it is drawn: the part inside what is shown or, in a stack, its place there. */
  readonly start: number;
  readonly end: number;
  /** Shifts at the same time share the width: this one has the lane with this number, of so many. */
  readonly lane: number;
  readonly lanes: number;
  /** It is in a stack, below a heading with the time or with its own. */
  readonly stacked?: 'headed' | 'alone';
}

/** What is in a stack beside the shifts, and the time that it is about. */
interface StackLine extends Span {
  readonly from: number;
  readonly to: number;
}

/** Shifts of a stack for which there is no space. */
export interface Rest<Shift> extends StackLine {
  readonly shifts: readonly Shift[];
  /** None of its time is shown. */
  readonly isAll: boolean;
}

export interface Layout<Shift> {
  readonly blocks: readonly Block<Shift>[];
  readonly heads: readonly StackLine[];
  readonly rests: readonly Rest<Shift>[];
}

export interface Span {
  readonly start: number;
  readonly end: number;
}
