interface Drag {
  /** The pointer has moved, or a finger has stayed long enough. */
  begin(): void;
  move(x: number, y: number): void;
  end(): void;
  cancel(): void;
  /** Pressed and released on the spot, by a mouse or a pen. */
  click?(): void;
}

/** A finger that moves earlier scrolls. */
const holdMs = 350;
const slackPx = 6;
const edgePx = 48;

/**
 * Follows a pointer from when it is pressed until it is released: Escape gives up. The drag and drop of the browser
 * knows neither fingers nor edges to pull at, so this is done with pointer events.
 */
export function followPointer(down: React.PointerEvent<HTMLElement>, drag: Drag): void {
  const { clientX, clientY, pointerId, pointerType } = down;
  const isTouch = pointerType === 'touch';
  const scroller = down.currentTarget.closest<HTMLElement>('[data-scrolls]');
  const listening = new AbortController();
  const { signal } = listening;
  let isDragging = false;
  const begin = () => {
    isDragging = true;
    drag.begin();
  };
  const hold = isTouch ? window.setTimeout(begin, holdMs) : undefined;
  const stop = () => {
    listening.abort();
    window.clearTimeout(hold);
  };
  const giveUp = () => {
    stop();
    if (isDragging) drag.cancel();
  };
  const isOther = (event: PointerEvent) => event.pointerId !== pointerId;
  const move = (event: PointerEvent) => {
    if (isOther(event)) return;
    const { clientX: x, clientY: y } = event;
    if (!isDragging) {
      if (Math.hypot(x - clientX, y - clientY) < slackPx) return;
      if (isTouch) return giveUp();
      begin();
    }
    if (scroller !== null) scrollAlong(scroller, x, y);
    drag.move(x, y);
  };
  const up = (event: PointerEvent) => {
    if (isOther(event)) return;
    stop();
    if (!isDragging) {
      if (!isTouch) drag.click?.();
      return;
    }
    swallowClick();
    drag.end();
  };
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', up, { signal });
  window.addEventListener('pointercancel', (event) => isOther(event) || giveUp(), { signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && giveUp(), { signal });
  window.addEventListener('contextmenu', (event) => isDragging && event.preventDefault(), { signal });
  // A finger that holds a shift does not scroll.
  const still = (event: TouchEvent) => isDragging && event.cancelable && event.preventDefault();
  window.addEventListener('touchmove', still, { signal, passive: false });
}

/** What was dragged is a link, and releasing it is not a click on it. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  // Released somewhere else, it was none.
  window.setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}

function scrollAlong(scroller: HTMLElement, x: number, y: number): void {
  const { top, bottom, left, right } = scroller.getBoundingClientRect();
  const pull = (at: number, low: number, high: number) =>
    at < low + edgePx ? -16 : at > high - edgePx ? 16 : 0;
  scroller.scrollBy(pull(x, left, right), pull(y, top, bottom));
}
