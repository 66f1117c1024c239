let isClosing = false;
const leavers = new Set<() => void>();

/** Hidden or being closed: what is sent now has to survive the page. */
export const isLeaving = (): boolean => isClosing || document.visibilityState === 'hidden';

/** For what must happen before the page goes, which may be more than once. */
export function onLeave(leave: () => void): void {
  leavers.add(leave);
}

if (typeof document !== 'undefined') {
  const leave = () => {
    for (const leaver of leavers) leaver();
  };
  document.addEventListener('visibilitychange', () => isLeaving() && leave());
  document.addEventListener('freeze', leave);
  // Chromium doesn't always fire `visibilitychange` when a page is left.
  window.addEventListener('pagehide', () => {
    isClosing = true;
    leave();
  });
  window.addEventListener('pageshow', () => {
    isClosing = false;
  });
}
