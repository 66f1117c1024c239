/**
 * What is typed on this page and saved nowhere. Leaving the page, closing the tab, logging out or changing the
 * organization asks first while there is any.
 */
interface Entry {
  readonly isDirty: () => boolean;
  readonly isKept: boolean;
}

const entries = new Map<string, Entry>();
const watchers = new Set<() => void>();
let question: PromiseWithResolvers<boolean> | undefined;

export const unsaved = {
  /** Whether going to another page of the app would lose something. */
  isLostByLeaving: (): boolean => [...entries.values()].some(({ isDirty, isKept }) => !isKept && isDirty()),
  /** Whether closing the tab would. */
  isLostByClosing: (): boolean => [...entries.values()].some(({ isDirty }) => isDirty()),
  isAsking: (): boolean => question !== undefined,
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  },
  add(id: string, entry: Entry): () => void {
    entries.set(id, entry);
    return () => void entries.delete(id);
  },
  /** Asks whether what was typed may go. A second question takes the place of the first, which is a no then. */
  ask(): Promise<boolean> {
    question?.resolve(false);
    question = Promise.withResolvers<boolean>();
    notifyWatchers();
    return question.promise;
  },
  answer(mayGo: boolean): void {
    question?.resolve(mayGo);
    question = undefined;
    notifyWatchers();
  },
};

function notifyWatchers(): void {
  for (const watcher of watchers) watcher();
}

/** Runs what would lose the typed text, after a yes. */
export async function afterAsking(go: () => unknown): Promise<void> {
  if (!unsaved.isLostByClosing() || (await unsaved.ask())) go();
}
