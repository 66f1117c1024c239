/**
 * A button that shows that it is busy is disabled, so that the browser takes the focus from it, and a menu can't give it
 * back. It gets it when it is done, unless the reader has gone elsewhere.
 */
export function keepFocusOfBusyButtons(): () => void {
  let busy: HTMLButtonElement | undefined;
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLButtonElement)) continue;
      if (target.disabled) busy = target.hasAttribute('data-loading') ? target : busy;
      else if (target === busy) {
        busy = undefined;
        if (document.activeElement === document.body) target.focus({ preventScroll: true });
      }
    }
  });
  observer.observe(document.body, { subtree: true, attributeFilter: ['disabled'] });
  return () => observer.disconnect();
}
