import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useState } from 'react';
import { dayMinutes, wallOfDay } from '../../../time/calendar.ts';
import type { Shift } from '../shift.ts';
import { placeOf } from './blocks.ts';
import { keepInside, type Move, moveBy, type Part, refusalOf, stepMinutes } from './move.ts';
import { followPointer } from './pointer.ts';
import { isElsewhere, type Preview, useMovePreview } from './preview.ts';
import type { Grouping, Row } from './rows.ts';
import { useStable } from './use-stable.ts';

/** What coordinators can do in a schedule. */
export interface Editor {
  /** `done` is called when the move is saved or given up; until then the shift stays where it was put. */
  drop(move: Move, by: Grouping | undefined, done: () => void): void;
  create(from: number, to: number, row?: Row): void;
  open(shift: Shift): void;
}

/** A place on the grid: a time, and in a timeline a row. */
export interface Spot {
  readonly wall: number;
  readonly row?: Row | undefined;
}

interface MoverOptions {
  readonly editor: Editor | undefined;
  readonly first: string;
  readonly last: string;
  readonly locate: (x: number, y: number) => Spot | undefined;
  /** By how many minutes an arrow key moves; the keys that change the row are left out. */
  readonly keys: Readonly<Record<string, number>>;
  readonly by?: Grouping | undefined;
  readonly rows?: readonly Row[];
  /** A month has no hours to move by. */
  readonly hasHours?: boolean;
}

export interface Moving {
  readonly move: Move;
  readonly how: 'pointer' | 'keys' | 'saving';
}

export type Hands = ReturnType<typeof useMover>['hands'];

/** Where there are days but no hours. */
export function dayAt(x: number, y: number): Spot | undefined {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-cell]')?.dataset['cell'];
  return cell === undefined ? undefined : { wall: wallOfDay(cell) };
}

/** How long a shift is that is made by a click. */
const usualMinutes = 120;

/** Moves shifts and makes new ones: by mouse, by finger (press and hold) and by keys. */
export function useMover(options: MoverOptions) {
  const { editor, first, last, locate, keys, by, rows = [], hasHours = true } = options;
  const [moving, setMoving] = useState<Moving>();
  const [making, setMaking] = useState<{ from: number; to: number; row?: Row | undefined }>();
  const isHeld = moving !== undefined && moving.how !== 'saving';
  const { preview, problem } = useMovePreview(isHeld ? moving.move : undefined, by, editor !== undefined);
  const step = hasHours ? stepMinutes : dayMinutes;
  const snap = (minutes: number) => Math.round(minutes / step) * step;
  const [left, setLeft] = useState<Shift>();
  const hold = (next: Moving) => {
    setLeft(undefined);
    setMoving(next);
  };
  const stop = () => setMoving(undefined);
  const heldByKeys = moving?.how === 'keys' ? moving.move.shift : undefined;
  const giveUp = () => {
    setLeft(heldByKeys);
    stop();
  };
  const onLeave = useEffectEvent(giveUp);
  const heldId = heldByKeys?.id;
  useEffect(() => {
    if (heldId === undefined) return;
    // After a click, for example, something else has the focus: arrow keys no longer move the shift.
    const look = ({ target }: FocusEvent) =>
      target instanceof Element && target.closest(`[data-shift="${heldId}"]`) === null && onLeave();
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, [heldId]);

  const drop = (move: Move) => {
    if (editor === undefined || refusalOf(move, by) !== undefined) return stop();
    setMoving({ move, how: 'saving' });
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
        const spot = locate(x, y);
        if (spot === undefined) return;
        const placed = keepInside(moveBy(base, part, snap(spot.wall - held.wall)), first, last);
        const isSame = placed.from === move.from && placed.to === move.to && spot.row === move.row;
        if (isSame) return;
        move = { ...placed, ...(spot.row !== undefined && { row: spot.row }) };
        setMoving({ move, how: 'pointer' });
      },
      end: () => drop(move),
      cancel: stop,
    });
  };

  /** Pressed on empty time: a click makes a shift of the usual length, a drag one from here to there. */
  const make = (event: PointerEvent<HTMLElement>): void => {
    if (editor === undefined || event.button !== 0) return;
    const at = locate(event.clientX, event.clientY);
    if (at === undefined) return;
    const from = hasHours ? Math.floor(at.wall / 30) * 30 : at.wall + 9 * 60;
    let made = { from, to: from + usualMinutes, row: at.row };
    followPointer(event, {
      begin: () => setMaking(made),
      move: (x, y) => {
        const spot = locate(x, y);
        if (spot === undefined || !hasHours) return;
        const at = snap(spot.wall);
        made = { ...made, from: Math.min(from, at), to: Math.max(at <= from ? from : at, at + stepMinutes) };
        setMaking(made);
      },
      end: () => {
        setMaking(undefined);
        editor.create(made.from, made.to, made.row);
      },
      cancel: () => setMaking(undefined),
      click: () => editor.create(made.from, made.to, made.row),
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
    else if (event.key.startsWith('Arrow')) {
      const move = steered(held, event);
      setMoving({ move, how: 'keys' });
    } else return false;
    return true;
  };

  const steered = (held: Move, { key, shiftKey }: KeyboardEvent): Move => {
    const minutes = keys[key];
    if (minutes === undefined) {
      const at = rows.findIndex((row) =>
        held.row === undefined ? row.has(held.shift) : row.key === held.row.key,
      );
      const row = rows[at + (key === 'ArrowDown' ? 1 : -1)];
      return row === undefined ? held : { ...held, row };
    }
    const part = shiftKey && hasHours && Math.abs(minutes) < dayMinutes ? 'end' : 'all';
    return { ...held, ...keepInside(moveBy(held, part, minutes), first, last) };
  };

  return {
    moving,
    /** Whose move was given up last. */
    left,
    making,
    refusal:
      moving === undefined
        ? undefined
        : (refusalOf(moving.move, by) ?? refusedBy(preview, problem, moving.move)),
    preview,
    problem,
    hands: useStable({ grab, make, press }),
  };
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
