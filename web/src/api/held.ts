import type { QueryKey } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { dropNote, type HeldRequest, isTooLate, writeNote } from './held-notes.ts';
import { isLeaving, onLeave, shown } from './leaving.ts';
import { type Failure, sendInTurn } from './many.ts';
import { canRepeat, refresh, type StartedChange, startChange } from './mutation.ts';
import { newId } from './new-id.ts';
import { Unreachable } from './problem.ts';
import { whenBack } from './recover.ts';
import { onForget, session } from './session.ts';

/**
 * Cancelling, rejecting and removing can be undone for ten seconds. The request waits here, not on the server: once the
 * server knows, the spot goes to the next person on the waitlist, and emails and webhooks are on their way, none of which
 * can be undone. Until then nothing has happened, and undoing is certain. The price: other tabs and people see the
 * change ten seconds later.
 *
 * It survives going to another page of the app. When the page is hidden or closed, or someone logs out, everything is
 * sent at once: a phone may never show the page again. What can't be sent then is noted on the device
 * (`held-notes.ts`). Without a connection, it waits until there is one.
 */
interface Change {
  /** What is shown as changed already: `registration 5`, `shift 3`. */
  readonly about: readonly string[];
  readonly text: string;
  readonly requests: readonly HeldRequest[];
  /** What is read again afterwards. */
  readonly stale: readonly QueryKey[];
}

interface Held extends Change {
  readonly id: string;
  readonly person: number | undefined;
  readonly heldAtMs: number;
  /** Those that no one has answered yet. */
  requests: readonly HeldRequest[];
  readonly started: Map<HeldRequest, StartedChange>;
  /** Why requests that are sent again got no answer. */
  readonly lost: Set<unknown>;
  /** `unsent`: there was no connection, and it is sent when there is one. */
  state: 'waiting' | 'paused' | 'sending' | 'unsent';
  mayHaveArrived: boolean;
  sent?: Promise<void> | undefined;
  endWait?: () => void;
  leftMs: number;
  /** Sends it: after what is left of ten seconds, or after the longest pause. */
  timer?: ReturnType<typeof setTimeout>;
  startedMs: number;
}

type Tell = (text: string, failures: readonly Failure[]) => void;

const holdMs = 10_000;
/** Someone who reads slowly may take longer, but not forever. */
const mostPauses = 12;

let all: readonly Held[] = [];
const watchers = new Set<() => void>();
const tellers = new Set<Tell>();

function change(next: readonly Held[]): void {
  all = next;
  for (const watcher of watchers) watcher();
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Sends the change in ten seconds unless it's undone. */
export function hold(what: Change): void {
  const held: Held = {
    ...what,
    id: newId(),
    person: session.person(),
    heldAtMs: Date.now(),
    started: new Map(),
    lost: new Set(),
    state: 'waiting',
    mayHaveArrived: false,
    leftMs: holdMs,
    startedMs: 0,
  };
  writeNote(held.id, held);
  change([...all, held]);
  if (isLeaving()) handOver();
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

function sendNow(held: Held): Promise<void> {
  // What was undone is never sent, whatever still asks for it.
  if (all.includes(held)) held.sent ??= send(held);
  return held.sent ?? Promise.resolve();
}

async function send(held: Held): Promise<void> {
  stopWaiting(held);
  // Someone else is logged in: it's no longer theirs to do.
  if (held.person !== session.person()) return remove(held);
  if (held.state === 'unsent' && isTooLate(held)) return await finish(held, [{ error: new Unreachable() }]);
  held.state = 'sending';
  change([...all]);
  const failures = await sendInTurn(
    held.requests,
    (request) => start(held, request).answer,
    (request) => held.started.has(request),
  );
  // No one else is to read what became of it; and of an answer that came after a logout, nothing is known.
  if (held.person !== session.person()) return remove(held);
  const final = failures.filter(({ error }) => !held.lost.has(error));
  const rest = held.lost.size === 0 ? [] : held.requests.filter((request) => !held.started.has(request));
  if (rest.length === 0) return await finish(held, final);
  report(held, final);
  waitForConnection(held, rest);
}

function report(held: Held, failures: readonly Failure[]): void {
  for (const tell of tellers) tell(held.text, failures);
}

/** What was answered is done or refused. The rest is sent again. */
function waitForConnection(held: Held, rest: readonly HeldRequest[]): void {
  held.mayHaveArrived ||= rest.length < held.requests.length;
  held.requests = rest;
  held.lost.clear();
  held.state = 'unsent';
  held.sent = undefined;
  writeNote(held.id, held);
  held.endWait = whenBack(() => void sendNow(held));
  change([...all]);
}

async function finish(held: Held, failures: readonly Failure[]): Promise<void> {
  report(held, failures);
  await refresh(held.stale).catch(() => {});
  change(all.filter((one) => one !== held));
  // A page that no one sees may end before anyone reads what went wrong.
  if (failures.length === 0) dropNote(held.id);
  else void shown().then(() => dropNote(held.id));
}

function stopWaiting(held: Held): void {
  clearTimeout(held.timer);
  held.endWait?.();
}

function remove(held: Held): void {
  stopWaiting(held);
  dropNote(held.id);
  change(all.filter((one) => one !== held));
}

function start(held: Held, request: HeldRequest): StartedChange {
  const before = held.started.get(request);
  if (before !== undefined) return before;
  const started = startChange(request);
  held.started.set(request, started);
  // Here, because its turn may never come.
  started.answer.catch((error: unknown) => {
    if (error instanceof Unreachable) noteLost(held, request, error);
  });
  // Sent again, it could end what has begun since.
  if (!canRepeat(request)) noteHandedOver(held);
  return started;
}

/** Without an answer, it is sent again, unless that could do more than was asked for. */
function noteLost(held: Held, request: HeldRequest, error: Unreachable): void {
  const mayHaveArrived = held.started.get(request)?.mayHaveArrived() ?? false;
  if (mayHaveArrived && !canRepeat(request)) return;
  held.mayHaveArrived ||= mayHaveArrived;
  held.started.delete(request);
  held.lost.add(error);
}

/** The browser finishes it, but no one may hear the answer: the next page asks for it with the same request. */
function noteHandedOver(held: Held): void {
  if (!held.requests.every((request) => held.started.get(request)?.isHandedOver)) return;
  const requests = held.requests.filter(canRepeat);
  // People who log out leave nothing on this device.
  if (requests.length === 0 || held.person !== session.person()) dropNote(held.id);
  else writeNote(held.id, { ...held, requests, isHandedOver: true });
}

/** All requests at once: no one may be there any more when they are answered. */
function handOver(): void {
  void sendHeld();
  for (const held of all) {
    for (const request of held.requests) start(held, request);
    noteHandedOver(held);
  }
}

/** Everything at once. Resolves when it's sent. */
export async function sendHeld(): Promise<void> {
  await Promise.all(all.map(sendNow));
}

export const heldChanges = {
  list: (): readonly Held[] => all,
  subscribe,
  /** For what tells people what wasn't done. */
  onFailure(tell: Tell): () => void {
    tellers.add(tell);
    return () => tellers.delete(tell);
  },
  sendNow: (id: string) => all.filter((held) => held.id === id).forEach((held) => void sendNow(held)),
  undo(id: string): void {
    const held = all.find((one) => one.id === id);
    if (held !== undefined && canUndo(held)) remove(held);
  },
  /** While the pointer or the focus is on it. Returns what lets it go on. */
  pause(id: string): () => void {
    const held = all.find((one) => one.id === id);
    if (held?.state !== 'waiting') return () => {};
    stop(held);
    held.state = 'paused';
    held.timer = setTimeout(() => void sendNow(held), mostPauses * holdMs);
    return () => {
      if (held.state !== 'paused' || !all.includes(held)) return;
      clearTimeout(held.timer);
      run(held);
    };
  },
};

export type HeldChange = Held;

/** Until the service may know of it. */
export const canUndo = ({ state, mayHaveArrived }: Held): boolean => state !== 'sending' && !mayHaveArrived;

export function useHeldChanges(): readonly Held[] {
  return useSyncExternalStore(subscribe, heldChanges.list);
}

/** What is to be shown as changed already. */
export function useHeldAbout(): ReadonlySet<string> {
  const list = useHeldChanges();
  return useMemo(() => new Set(list.flatMap(({ about }) => about)), [list]);
}

onLeave(handOver);
// What waits for a connection may wait long: no one else is to see it.
onForget((next) => all.filter(({ state, person }) => state === 'unsent' && person !== next).forEach(remove));
