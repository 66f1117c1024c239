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
/** On a phone, the navigation covers the lower edge of the page. */
const pageEdgePx = 96;
const scrollPx = 16;
const scrollMs = 40;

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
  let at = { x: clientX, y: clientY };
  // Held at an edge, it scrolls on.
  let scrolling: number | undefined;
  const begin = () => {
    isDragging = true;
    drag.begin();
    scrolling = window.setInterval(
      () => scrollAlong(scroller, at.x, at.y) && drag.move(at.x, at.y),
      scrollMs,
    );
  };
  const hold = isTouch ? window.setTimeout(begin, holdMs) : undefined;
  const stop = () => {
    listening.abort();
    window.clearTimeout(hold);
    window.clearInterval(scrolling);
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
    at = { x, y };
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
  const still = (event: Event) => isDragging && event.cancelable && event.preventDefault();
  // It may be drawn elsewhere on the way: touches go on at what was pressed, which is then no longer on the page.
  for (const at of [window, down.target]) at.addEventListener('touchmove', still, { signal, passive: false });
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

/** Scrolls the grid, or the page where nothing else scrolls; true where the pointer is at an edge. */
function scrollAlong(scroller: HTMLElement | null, x: number, y: number): boolean {
  const pull = (at: number, low: number, high: number, edge: number) =>
    at < low + edge ? -scrollPx : at > high - edge ? scrollPx : 0;
  if (scroller === null) {
    const down = pull(y, 0, window.innerHeight, pageEdgePx);
    window.scrollBy(0, down);
    return down !== 0;
  }
  const { top, bottom, left, right } = scroller.getBoundingClientRect();
  const across = pull(x, left, right, edgePx);
  const down = pull(y, top, bottom, edgePx);
  scroller.scrollBy(across, down);
  return across !== 0 || down !== 0;
}
