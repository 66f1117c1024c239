/** For `aria-keyshortcuts` of the button. */
export const undoKeys = 'Control+Z Meta+Z';

let offers: readonly { readonly undo: () => void }[] = [];

/** Ctrl+Z or Cmd+Z, outside of what is typed, undoes what was offered last. Returns what ends the offer. */
export function onUndoKey(undo: () => void): () => void {
  const offer = { undo };
  if (offers.length === 0) window.addEventListener('keydown', press);
  offers = [...offers, offer];
  return () => {
    offers = offers.filter((one) => one !== offer);
    if (offers.length === 0) window.removeEventListener('keydown', press);
  };
}

function press(event: KeyboardEvent): void {
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
  const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  const last = offers.at(-1);
  if (last === undefined || !isUndo || isTyping || event.defaultPrevented) return;
  event.preventDefault();
  // The next press is for the one before, also while this one goes away.
  offers = offers.slice(0, -1);
  last.undo();
}
