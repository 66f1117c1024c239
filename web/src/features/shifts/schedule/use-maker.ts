import { type PointerEvent, useState } from 'react';
import type { MoverOptions } from './editor.ts';
import { snap, stepMinutes } from './move.ts';
import { followPointer } from './pointer.ts';
import type { Row } from './rows.ts';

/** How long a shift is that is made by a click. */
const usualMinutes = 120;
/** When it begins where there are no hours to click on. */
const usualStart = 9 * 60;

/** Makes new shifts. Pressed on empty time: a click makes one of the usual length, a drag one from here to there. */
export function useMaker({ editor, locate, hasHours = true }: MoverOptions) {
  const [making, setMaking] = useState<{ from: number; to: number; row?: Row | undefined }>();
  const make = (event: PointerEvent<HTMLElement>): void => {
    if (editor === undefined || event.button !== 0) return;
    const pressed = locate(event.clientX, event.clientY);
    if (pressed === undefined) return;
    const from = hasHours ? Math.floor(pressed.wall / 30) * 30 : pressed.wall + usualStart;
    let made = { from, to: from + usualMinutes, row: pressed.row };
    const create = () => editor.create(made.from, made.to, made.row);
    followPointer(event, {
      begin: () => setMaking(made),
      move: (x, y) => {
        const point = locate(x, y);
        if (point === undefined || !hasHours) return;
        const at = snap(point.wall, hasHours);
        made = { ...made, from: Math.min(from, at), to: Math.max(at <= from ? from : at, at + stepMinutes) };
        setMaking(made);
      },
      end: () => {
        setMaking(undefined);
        create();
      },
      cancel: () => setMaking(undefined),
      click: create,
    });
  };
  return { making, make };
}
