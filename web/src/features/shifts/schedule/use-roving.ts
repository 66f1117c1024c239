import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { useStable } from './use-stable.ts';

const selector = '[data-shift]';

/**
 * One stop for the Tab key among hundreds of shifts; arrow keys go from one to the next that lies there. A shift that
 * had the focus and is drawn elsewhere has it again.
 */
export function useRoving(grid: RefObject<HTMLElement | null>) {
  const focused = useRef<string>(undefined);
  useLayoutEffect(() => {
    const { current: root } = grid;
    if (root === null) return;
    if (focused.current !== undefined && document.activeElement === document.body)
      (shiftIn(root, focused.current) ?? firstOf(root))?.focus();
    if (root.querySelector(`${selector}[tabindex="0"]`) === null)
      firstOf(root)?.setAttribute('tabindex', '0');
  });
  return useStable({
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const { current: root } = grid;
      const id = target.dataset['shift'];
      focused.current = id;
      if (root === null || id === undefined) return;
      for (const one of root.querySelectorAll(`${selector}[tabindex="0"]`))
        one.setAttribute('tabindex', '-1');
      target.setAttribute('tabindex', '0');
    },
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      // What is drawn elsewhere loses the focus too, but the reader has gone nowhere.
      queueMicrotask(() => {
        const isLeft = target.isConnected && document.activeElement !== target;
        if (isLeft && focused.current === target.dataset['shift']) focused.current = undefined;
      });
    },
    /** Goes to the next shift in the direction of the key. */
    go: (event: KeyboardEvent<HTMLElement>): void => {
      const all = [...(grid.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
      const next = nextTowards(event.key, event.currentTarget, all);
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
      next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
  });
}

const shiftIn = (root: ParentNode, id: string) => root.querySelector<HTMLElement>(`[data-shift="${id}"]`);

/** For what goes away when it is pressed: the shift that it was about takes the focus. */
export const focusShift = (id: number) => shiftIn(document, String(id))?.focus();

const firstOf = (root: HTMLElement) => root.querySelector<HTMLElement>(selector);

function nextTowards(key: string, from: HTMLElement, all: readonly HTMLElement[]): HTMLElement | undefined {
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight';
  const sign = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1;
  if (!isAcross && key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const here = from.getBoundingClientRect();
  const ahead = all.flatMap((one) => {
    const there = one.getBoundingClientRect();
    const [across, down] = [sign * (there.left - here.left), sign * (there.top - here.top)];
    const [along, aside] = isAcross ? [across, Math.abs(down)] : [down, Math.abs(across)];
    return one !== from && along > 1 ? [{ one, far: along + 2 * aside }] : [];
  });
  return ahead.sort((a, b) => a.far - b.far)[0]?.one;
}
