import { useMemo, useSyncExternalStore } from 'react';
import { isLeaving, onLeave } from './leaving.ts';
import { session } from './session.ts';

/**
 * Cancelling, rejecting and removing can be undone for ten seconds. The request waits here, not on the server: once the
 * server knows, the spot goes to the next person on the waitlist, and emails and webhooks are on their way, none of which
 * can be undone. Until then nothing has happened, and undoing is certain. The price: other tabs and people see the
 * change ten seconds later.
 *
 * It survives going to another page of the app. When the page is hidden or closed, or someone logs out, everything is
 * sent at once: a phone may never show the page again.
 */
interface Held {
  readonly id: number;
  /** What is shown as changed already: `registration 5`, `shift 3`. */
  readonly about: readonly string[];
  readonly text: string;
  readonly send: () => Promise<unknown>;
  readonly person: number | undefined;
  state: 'waiting' | 'paused' | 'sending';
  leftMs: number;
  timer?: ReturnType<typeof setTimeout>;
  startedMs: number;
}

const holdMs = 10_000;
/** Someone who reads slowly may take longer, but not forever. */
const mostPauses = 12;

let all: readonly Held[] = [];
let nextId = 1;
const watchers = new Set<() => void>();

function change(next: readonly Held[]): void {
  all = next;
  for (const watcher of watchers) watcher();
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Sends the change in ten seconds unless it's undone. `send` reports what goes wrong, and reads again what it changed. */
export function hold(about: readonly string[], text: string, send: () => Promise<unknown>): void {
  const held: Held = {
    id: nextId,
    about,
    text,
    send,
    person: session.person(),
    state: 'waiting',
    leftMs: holdMs,
    startedMs: 0,
  };
  nextId += 1;
  change([...all, held]);
  if (isLeaving()) void sendNow(held);
  else run(held);
}

function run(held: Held): void {
  held.state = 'waiting';
  held.startedMs = Date.now();
  held.timer = setTimeout(() => void sendNow(held), held.leftMs);
}

function stop(held: Held): void {
  clearTimeout(held.timer);
  held.leftMs -= Date.now() - held.startedMs;
}

async function sendNow(held: Held): Promise<void> {
  if (held.state === 'sending') return;
  clearTimeout(held.timer);
  held.state = 'sending';
  change([...all]);
  // Someone else is logged in: it's no longer theirs to do.
  if (held.person === session.person()) await held.send().catch(() => {});
  change(all.filter(({ id }) => id !== held.id));
}

/** Everything at once. Resolves when it's sent. */
export async function sendHeld(): Promise<void> {
  await Promise.all(all.map(sendNow));
}

export const heldChanges = {
  list: (): readonly Held[] => all,
  subscribe,
  sendNow: (id: number) => all.filter((held) => held.id === id).forEach((held) => void sendNow(held)),
  undo(id: number): void {
    const held = all.find((one) => one.id === id);
    if (held === undefined || held.state === 'sending') return;
    clearTimeout(held.timer);
    change(all.filter((one) => one !== held));
  },
  /** While the pointer or the focus is on it. Returns what lets it go on. */
  pause(id: number): () => void {
    const held = all.find((one) => one.id === id);
    if (held?.state !== 'waiting') return () => {};
    stop(held);
    held.state = 'paused';
    const longest = setTimeout(() => void sendNow(held), mostPauses * holdMs);
    return () => {
      clearTimeout(longest);
      if (held.state === 'paused' && all.includes(held)) run(held);
    };
  },
};

export type HeldChange = Held;

export function useHeldChanges(): readonly Held[] {
  return useSyncExternalStore(subscribe, heldChanges.list);
}

/** What is to be shown as changed already. */
export function useHeldAbout(): ReadonlySet<string> {
  const list = useHeldChanges();
  return useMemo(() => new Set(list.flatMap(({ about }) => about)), [list]);
}

onLeave(() => void sendHeld());
