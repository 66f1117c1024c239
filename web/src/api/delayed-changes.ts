import type { QueryKey } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { type DelayedRequest, dropNote, isTooLate, writeNote } from './delayed-notes.ts';
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
 * (`delayed-notes.ts`). Without a connection, it waits until there is one.
 */
interface Change {
  /** What is shown as changed already: `registration 5`, `shift 3`. */
  readonly about: readonly string[];
  readonly text: string;
  readonly requests: readonly DelayedRequest[];
  /** What is read again afterwards. */
  readonly stale: readonly QueryKey[];
}

export interface DelayedChange extends Change {
  readonly id: string;
  readonly person: number | undefined;
  readonly delayedAtMs: number;
  /** Those that no one has answered yet. */
  requests: readonly DelayedRequest[];
  readonly started: Map<DelayedRequest, StartedChange>;
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

type OnFailure = (text: string, failures: readonly Failure[]) => void;

const delayMs = 10_000;
/** Someone who reads slowly may take longer, but not forever. */
const mostPauses = 12;

let all: readonly DelayedChange[] = [];
const watchers = new Set<() => void>();
const failureListeners = new Set<OnFailure>();

function change(next: readonly DelayedChange[]): void {
  all = next;
  for (const watcher of watchers) watcher();
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Sends the change in ten seconds unless it's undone. */
export function changeLater(what: Change): void {
  const delayed: DelayedChange = {
    ...what,
    id: newId(),
    person: session.person(),
    delayedAtMs: Date.now(),
    started: new Map(),
    lost: new Set(),
    state: 'waiting',
    mayHaveArrived: false,
    leftMs: delayMs,
    startedMs: 0,
  };
  writeNote(delayed.id, delayed);
  change([...all, delayed]);
  if (isLeaving()) handOver();
  else run(delayed);
}

function run(delayed: DelayedChange): void {
  delayed.state = 'waiting';
  delayed.startedMs = Date.now();
  delayed.timer = setTimeout(() => void sendNow(delayed), delayed.leftMs);
}

function stop(delayed: DelayedChange): void {
  clearTimeout(delayed.timer);
  delayed.leftMs -= Date.now() - delayed.startedMs;
}

function sendNow(delayed: DelayedChange): Promise<void> {
  // What was undone is never sent, whatever still asks for it.
  if (all.includes(delayed)) delayed.sent ??= send(delayed);
  return delayed.sent ?? Promise.resolve();
}

async function send(delayed: DelayedChange): Promise<void> {
  stopWaiting(delayed);
  // Someone else is logged in: it's no longer theirs to do.
  if (delayed.person !== session.person()) return remove(delayed);
  if (delayed.state === 'unsent' && isTooLate(delayed))
    return await finish(delayed, [{ error: new Unreachable() }]);
  delayed.state = 'sending';
  change([...all]);
  const failures = await sendInTurn(
    delayed.requests,
    (request) => start(delayed, request).answer,
    (request) => delayed.started.has(request),
  );
  // No one else is to read what became of it; and of an answer that came after a logout, nothing is known.
  if (delayed.person !== session.person()) return remove(delayed);
  const final = failures.filter(({ error }) => !delayed.lost.has(error));
  const rest =
    delayed.lost.size === 0 ? [] : delayed.requests.filter((request) => !delayed.started.has(request));
  if (rest.length === 0) return await finish(delayed, final);
  report(delayed, final);
  waitForConnection(delayed, rest);
}

function report(delayed: DelayedChange, failures: readonly Failure[]): void {
  for (const listener of failureListeners) listener(delayed.text, failures);
}

/** What was answered is done or refused. The rest is sent again. */
function waitForConnection(delayed: DelayedChange, rest: readonly DelayedRequest[]): void {
  delayed.mayHaveArrived ||= rest.length < delayed.requests.length;
  delayed.requests = rest;
  delayed.lost.clear();
  delayed.state = 'unsent';
  delayed.sent = undefined;
  writeNote(delayed.id, delayed);
  delayed.endWait = whenBack(() => void sendNow(delayed));
  change([...all]);
}

async function finish(delayed: DelayedChange, failures: readonly Failure[]): Promise<void> {
  report(delayed, failures);
  await refresh(delayed.stale).catch(() => {});
  change(all.filter((one) => one !== delayed));
  // A page that no one sees may end before anyone reads what went wrong.
  if (failures.length === 0) dropNote(delayed.id);
  else void shown().then(() => dropNote(delayed.id));
}

function stopWaiting(delayed: DelayedChange): void {
  clearTimeout(delayed.timer);
  delayed.endWait?.();
}

function remove(delayed: DelayedChange): void {
  stopWaiting(delayed);
  dropNote(delayed.id);
  change(all.filter((one) => one !== delayed));
}

function start(delayed: DelayedChange, request: DelayedRequest): StartedChange {
  const before = delayed.started.get(request);
  if (before !== undefined) return before;
  const started = startChange(request);
  delayed.started.set(request, started);
  // Here, because its turn may never come.
  started.answer.catch((error: unknown) => {
    if (error instanceof Unreachable) noteLost(delayed, request, error);
  });
  // Sent again, it could end what has begun since.
  if (!canRepeat(request)) noteHandedOver(delayed);
  return started;
}

/** Without an answer, it is sent again, unless that could do more than was asked for. */
function noteLost(delayed: DelayedChange, request: DelayedRequest, error: Unreachable): void {
  const mayHaveArrived = delayed.started.get(request)?.mayHaveArrived() ?? false;
  if (mayHaveArrived && !canRepeat(request)) return;
  delayed.mayHaveArrived ||= mayHaveArrived;
  delayed.started.delete(request);
  delayed.lost.add(error);
}

/** The browser finishes it, but no one may hear the answer: the next page asks for it with the same request. */
function noteHandedOver(delayed: DelayedChange): void {
  if (!delayed.requests.every((request) => delayed.started.get(request)?.isHandedOver)) return;
  const requests = delayed.requests.filter(canRepeat);
  // People who log out leave nothing on this device.
  if (requests.length === 0 || delayed.person !== session.person()) dropNote(delayed.id);
  else writeNote(delayed.id, { ...delayed, requests, isHandedOver: true });
}

/** All requests at once: no one may be there any more when they are answered. */
function handOver(): void {
  void sendDelayed();
  for (const delayed of all) {
    for (const request of delayed.requests) start(delayed, request);
    noteHandedOver(delayed);
  }
}

/** Everything at once. Resolves when it's sent. */
export async function sendDelayed(): Promise<void> {
  await Promise.all(all.map(sendNow));
}

export const delayedChanges = {
  list: (): readonly DelayedChange[] => all,
  subscribe,
  /** For what tells people what wasn't done. */
  onFailure(listener: OnFailure): () => void {
    failureListeners.add(listener);
    return () => failureListeners.delete(listener);
  },
  sendNow: (id: string) =>
    all.filter((delayed) => delayed.id === id).forEach((delayed) => void sendNow(delayed)),
  undo(id: string): void {
    const delayed = all.find((one) => one.id === id);
    if (delayed !== undefined && canUndo(delayed)) remove(delayed);
  },
  /** While the pointer or the focus is on it. Returns what lets it go on. */
  pause(id: string): () => void {
    const delayed = all.find((one) => one.id === id);
    if (delayed?.state !== 'waiting') return () => {};
    stop(delayed);
    delayed.state = 'paused';
    delayed.timer = setTimeout(() => void sendNow(delayed), mostPauses * delayMs);
    return () => {
      if (delayed.state !== 'paused' || !all.includes(delayed)) return;
      clearTimeout(delayed.timer);
      run(delayed);
    };
  },
};

/** Until the service may know of it. */
export const canUndo = ({ state, mayHaveArrived }: DelayedChange): boolean =>
  state !== 'sending' && !mayHaveArrived;

export function useDelayedChanges(): readonly DelayedChange[] {
  return useSyncExternalStore(subscribe, delayedChanges.list);
}

/** What is to be shown as changed already. */
export function useDelayedAbout(): ReadonlySet<string> {
  const list = useDelayedChanges();
  return useMemo(() => new Set(list.flatMap(({ about }) => about)), [list]);
}

onLeave(handOver);
// What waits for a connection may wait long: no one else is to see it.
onForget((next) => all.filter(({ state, person }) => state === 'unsent' && person !== next).forEach(remove));
