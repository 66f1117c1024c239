import { type PointerEvent, useState } from 'react';
import { followPointer } from './pointer.ts';

/** Where a person was dropped: on a shift, and in a timeline by role, in a role. */
export interface Dropped {
  readonly shiftId: number;
  readonly roleKey?: string | null;
  /** The name of the row, where the rows of a timeline are roles. */
  readonly roleName?: string;
}

interface Ghost {
  readonly name: string;
  /** Why the shift below can't be the one. */
  readonly why?: string | undefined;
  readonly x: number;
  readonly y: number;
}

interface Dragged {
  readonly name: string;
  readonly refusalOf: (to: Dropped) => string | undefined;
  readonly drop: (to: Dropped) => void;
}

/** Drags a person onto a shift of the schedule, by mouse or by finger (press and hold). */
export function usePersonDrag() {
  const [ghost, setGhost] = useState<Ghost>();
  const grab = (event: PointerEvent<HTMLElement>, { name, refusalOf, drop }: Dragged): void => {
    if (event.button !== 0) return;
    let at = { x: event.clientX, y: event.clientY };
    let marked: HTMLElement | undefined;
    const mark = (next?: HTMLElement, why?: string) => {
      if (marked !== next) marked?.removeAttribute('data-drop');
      next?.setAttribute('data-drop', why === undefined ? 'well' : 'refused');
      marked = next;
    };
    const whyNot = () => {
      const to = droppedAt(at.x, at.y);
      return to && refusalOf(to);
    };
    const stop = () => {
      mark();
      setGhost(undefined);
    };
    followPointer(event, {
      begin: () => setGhost({ name, ...at }),
      move: (x, y) => {
        at = { x, y };
        const why = whyNot();
        setGhost({ name, why, x, y });
        mark(shiftAt(x, y), why);
      },
      end: () => {
        const to = droppedAt(at.x, at.y);
        const isRefused = whyNot() !== undefined;
        stop();
        if (to !== undefined && !isRefused) drop(to);
      },
      cancel: stop,
    });
  };
  return { grab, ghost };
}

const shiftAt = (x: number, y: number) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-shift]') ?? undefined;

function droppedAt(x: number, y: number): Dropped | undefined {
  const block = shiftAt(x, y);
  if (block === undefined) return undefined;
  const roleName = block.closest<HTMLElement>('[data-role]')?.dataset['role'];
  return { shiftId: Number(block.dataset['shift']), ...(roleName !== undefined && { roleName }) };
}
