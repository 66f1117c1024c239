import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useState } from 'react';
import { wallOfDay } from '../../../time/calendar.ts';
import type { Shift } from '../shift.ts';
import { placeOf } from './blocks.ts';
import type { GridPoint, MoverOptions, Moving } from './editor.ts';
import { keepInside, type Move, moveBy, type Part, refusalOf, snap, steer } from './move.ts';
import { followPointer } from './pointer.ts';
import { isElsewhere, type Preview, useMovePreview } from './preview.ts';
import { useMaker } from './use-maker.ts';
import { useStable } from './use-stable.ts';
import type { MoveState } from './view.ts';

export type ShiftHandlers = ReturnType<typeof useMover>['handlers'];

/** Where there are days but no hours. */
export function dayAt(x: number, y: number): GridPoint | undefined {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-cell]')?.dataset['cell'];
  return cell === undefined ? undefined : { wall: wallOfDay(cell) };
}

/** Moves shifts and makes new ones: by mouse, by finger (press and hold) and by keys. */
export function useMover(options: MoverOptions) {
  const { editor, first, last, locate, by, hasHours = true } = options;
  const { moving, left, hold, moveTo, stop, giveUp } = useHeldShift();
  const { making, make } = useMaker(options);
  const isHeld = moving !== undefined && moving.how !== 'saving';
  const { preview, problem } = useMovePreview(isHeld ? moving.move : undefined, by, editor !== undefined);

  const drop = (move: Move) => {
    if (editor === undefined || refusalOf(move, by) !== undefined) return stop();
    moveTo({ move, how: 'saving' });
    editor.drop(move, by, stop);
  };

  /** Pressed on a shift, or on one of its edges. */
  const grab = (event: PointerEvent<HTMLElement>, shift: Shift, part: Part): void => {
    // Not a press on the empty time behind it.
    event.stopPropagation();
    if (editor === undefined || event.button !== 0 || moving?.how === 'saving') return;
    const base = placeOf(shift);
    const held = locate(event.clientX, event.clientY);
    let move: Move = base;
    if (held === undefined) return;
    followPointer(event, {
      begin: () => hold({ move, how: 'pointer' }),
      move: (x, y) => {
        const point = locate(x, y);
        if (point === undefined) return;
        const minutes = snap(point.wall - held.wall, hasHours);
        const placed = keepInside(moveBy(base, part, minutes), first, last);
        const isSame = placed.from === move.from && placed.to === move.to && point.row === move.row;
        if (isSame) return;
        move = { ...placed, ...(point.row !== undefined && { row: point.row }) };
        moveTo({ move, how: 'pointer' });
      },
      end: () => drop(move),
      cancel: stop,
    });
  };

  /** True where the key was for moving. */
  const press = (event: KeyboardEvent<HTMLElement>, shift: Shift): boolean => {
    if (editor === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
    const held = moving?.how === 'keys' && moving.move.shift.id === shift.id ? moving.move : undefined;
    if (held === undefined) {
      if (event.key.toLowerCase() !== 'm' || moving !== undefined) return false;
      hold({ move: placeOf(shift), how: 'keys' });
      return true;
    }
    // There may be nothing after it that takes the focus.
    if (event.key === 'Tab') {
      giveUp();
      return false;
    }
    if (event.key === 'Escape') giveUp();
    else if (event.key === 'Enter' || event.key === ' ') drop(held);
    else if (event.key.startsWith('Arrow')) moveTo({ move: steer(held, event, options), how: 'keys' });
    else return false;
    return true;
  };

  const refusal = moving && (refusalOf(moving.move, by) ?? refusedBy(preview, problem, moving.move));
  const state: MoveState = { moving, left, refusal, preview, problem, hasHours };
  return { state, making, handlers: useStable({ grab, make, press }) };
}

/** The shift that is being moved, and the one whose move was given up last. */
function useHeldShift() {
  const [moving, setMoving] = useState<Moving>();
  const [left, setLeft] = useState<Shift>();
  const heldByKeys = moving?.how === 'keys' ? moving.move.shift : undefined;
  const giveUp = () => {
    setLeft(heldByKeys);
    setMoving(undefined);
  };
  useFocusElsewhere(heldByKeys?.id, giveUp);
  return {
    moving,
    left,
    hold: (next: Moving) => {
      setLeft(undefined);
      setMoving(next);
    },
    moveTo: setMoving,
    stop: () => setMoving(undefined),
    giveUp,
  };
}

/** After a click, for example, something else has the focus: arrow keys no longer move the shift. */
function useFocusElsewhere(shiftId: number | undefined, then: () => void): void {
  const onLeave = useEffectEvent(then);
  useEffect(() => {
    if (shiftId === undefined) return;
    const look = ({ target }: FocusEvent) =>
      target instanceof Element && target.closest(`[data-shift="${shiftId}"]`) === null && onLeave();
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, [shiftId]);
}

/** Of a series, more than one shift may be meant: only the question which decides. */
function refusedBy(
  preview: Preview | undefined,
  problem: unknown,
  { shift }: Move,
): 'changed' | 'service' | undefined {
  if (preview !== undefined && isElsewhere(preview, shift)) return 'changed';
  const isRefused = preview !== undefined && preview.refusals.length > 0 && shift.series_id === null;
  return problem !== undefined || isRefused ? 'service' : undefined;
}
