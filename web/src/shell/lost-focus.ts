import { focusNear, pathOf } from '../ui/keep-focus.tsx';

/** What gives the focus back on its own comes first: dialogs, busy buttons, what can be undone. */
const graceMs = 500;

/**
 * What had the focus may be gone, say a row that was decided on, and nothing else has taken it: then the next key would
 * begin at the top of the page. The heading of the part that it was in takes it. People who clicked beside everything
 * are left alone.
 */
export function catchLostFocus(): () => void {
  let path: readonly Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isNowhere = () => document.activeElement === null || document.activeElement === document.body;
  const isGone = () => path[0] !== undefined && !canFocus(path[0]);
  const forget = () => {
    if (isNowhere()) path = [];
  };
  const observer = new MutationObserver(() => {
    if (timer !== undefined || !isNowhere() || !isGone()) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (isNowhere() && isGone()) focusNear(path);
    }, graceMs);
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('focusin', ({ target }) => (path = pathOf(target)), { signal });
  // What is removed loses the focus too, but the reader has gone nowhere.
  document.addEventListener('focusout', () => queueMicrotask(() => isGone() || forget()), { signal });
  document.addEventListener('pointerdown', forget, { signal });
  return () => {
    listening.abort();
    observer.disconnect();
    clearTimeout(timer);
  };
}

/** A busy button has it again when it is done. */
function canFocus(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled:not([data-loading])');
}
