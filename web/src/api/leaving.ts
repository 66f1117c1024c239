let isClosing = false;
const leavers = new Set<() => void>();
let viewers: (() => void)[] = [];

/** Hidden or being closed: what is sent now has to survive the page. */
export const isLeaving = (): boolean => isClosing || document.visibilityState === 'hidden';

/** For what must happen before the page goes, which may be more than once. */
export function onLeave(leave: () => void): void {
  leavers.add(leave);
}

/** Resolves when someone can see the page, which may be never. */
export function shown(): Promise<void> {
  return new Promise((resolve) => {
    if (isLeaving()) viewers.push(resolve);
    else resolve();
  });
}

if (typeof document !== 'undefined') {
  const leave = () => {
    for (const leaver of leavers) leaver();
  };
  const show = () => {
    for (const view of viewers) view();
    viewers = [];
  };
  document.addEventListener('visibilitychange', () => (isLeaving() ? leave() : show()));
  document.addEventListener('freeze', leave);
  // Chromium doesn't always fire `visibilitychange` when a page is left.
  window.addEventListener('pagehide', () => {
    isClosing = true;
    leave();
  });
  window.addEventListener('pageshow', () => {
    isClosing = false;
    if (!isLeaving()) show();
  });
}
