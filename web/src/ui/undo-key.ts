import { heldChanges } from '../api/held.ts';

interface Offer {
  readonly undo: () => void;
  /** What could be undone before it. */
  readonly held: ReadonlySet<string>;
}

let offers: readonly Offer[] = [];

/** Ctrl+Z or Cmd+Z, outside of what is typed, undoes what was done last. Returns what ends that. */
export function onUndoKey(undo: () => void): () => void {
  const offer = { undo, held: new Set(heldChanges.list().map(({ id }) => id)) };
  if (offers.length === 0) window.addEventListener('keydown', press, { capture: true });
  offers = [...offers, offer];
  return () => {
    offers = offers.filter((one) => one !== offer);
    if (offers.length === 0) window.removeEventListener('keydown', press, { capture: true });
  };
}

function press(event: KeyboardEvent): void {
  const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
  const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  const last = offers.at(-1);
  if (last === undefined || !isUndo || isTyping) return;
  // Something else came after it, which listens for the key as well.
  if (heldChanges.list().some(({ id, state }) => state !== 'sending' && !last.held.has(id))) return;
  event.preventDefault();
  event.stopPropagation();
  last.undo();
}
