import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/**
 * Keyboard focus stays here when the thing that had it is replaced, say by the answer to pressing it: then the first
 * heading inside takes it, or that of the page. Focus that is elsewhere is left alone.
 */
export function KeepFocus({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const take = () => {
      hadFocus.current = true;
    };
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      // What is removed or disabled loses the focus too, but it has gone nowhere else.
      const isGone = () => target instanceof Element && (!target.isConnected || target.matches(':disabled'));
      queueMicrotask(() => {
        const isElsewhere = relatedTarget !== null || (!isGone() && document.activeElement !== target);
        if (isElsewhere) hadFocus.current = box.current?.contains(document.activeElement) ?? false;
      });
    };
    box.current?.addEventListener('focusin', take, { signal });
    box.current?.addEventListener('focusout', leave, { signal });
    return () => listening.abort();
  }, []);
  useEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    focusHeading(box.current?.querySelector<HTMLElement>(headings));
  });
  return (
    <div ref={box} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}

const headings = 'h1, h2, h3';

/** The heading that has the focus because what had it is gone. */
let stopgap: Element | undefined;

/** That of the page where there is no other. */
function focusHeading(near: HTMLElement | null | undefined): void {
  const heading = near ?? document.querySelector<HTMLElement>('h1');
  if (heading === null) return;
  stopgap = heading;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** The element and all that it is in, to find the way back once it is gone. */
export function pathOf(target: unknown): readonly Element[] {
  const path: Element[] = [];
  for (let at = target instanceof Element ? target : null; at !== null; at = at.parentElement) path.push(at);
  return path;
}

/** Where something was that is gone, the heading of the closest part of the page that is still there has the focus. */
export function focusNear(path: readonly Element[]): void {
  const part = path.find(
    (one) => one.isConnected && one.matches('section, aside, [role=dialog]') && one.querySelector(headings),
  );
  focusHeading(part?.querySelector<HTMLElement>(headings));
}

/** If the focus is inside something when that is removed, the heading of the page takes it. */
export function useFocusAfter(box: RefObject<HTMLElement | null>): void {
  // Effects of the layout end before the element is removed, the others after that.
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element?.contains(document.activeElement))
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    };
  }, [box]);
}

/**
 * For what offers to undo something: what was pressed is gone, often with the row it was in. A dialog gives the focus back
 * before that. A heading has it for want of something better; that of a page that was just opened is to be read first.
 */
export function useLostFocus(button: RefObject<HTMLElement | null>, isWanted = () => true): void {
  const take = useEffectEvent(() => {
    const { activeElement: active } = document;
    const isLost = active === stopgap || active?.matches('body, h2, h3');
    if (isLost && isWanted()) button.current?.focus();
  });
  useEffect(() => {
    const timer = setTimeout(() => take(), 400);
    return () => clearTimeout(timer);
  }, []);
}

/** What had the focus before the first of the dialogs that are open. */
let beforeDialogs: readonly Element[] = [];

/**
 * When a dialog closes, what opened it has the focus again, or the heading near it if that is gone. Mantine 9.7 does so
 * only for a dialog that stays mounted while it is closed.
 */
export function useFocusReturn(): void {
  const [before] = useState(() => {
    const active = openerOf(document.activeElement);
    const path = pathOf(active);
    if (active?.closest('[role=dialog]') == null) beforeDialogs = path;
    return path;
  });
  useEffect(
    () => () => {
      for (const one of [before[0], beforeDialogs[0]]) {
        if (document.activeElement !== document.body) return;
        if (one instanceof HTMLElement && one.isConnected) one.focus({ preventScroll: true });
      }
      if (document.activeElement === document.body) focusNear(beforeDialogs);
    },
    [before],
  );
}

/** An entry of a menu is gone as soon as it is chosen: its button stays. */
function openerOf(active: Element | null): Element | null {
  const button = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return button == null ? active : document.getElementById(button);
}
