import { readStored, storedKeys, writeStored } from '../browser/storage.ts';
import { keepLock } from './locks.ts';
import type { PreparedChange } from './mutation.ts';
import { newId } from './new-id.ts';
import { onForget } from './session.ts';

/**
 * What is delayed is also noted on the device: a browser that is killed, or too busy when a page is closed, gives it no
 * chance to send anything. The next page of the same person sends what it finds (`finish-delayed.ts`). A page has a lock for
 * as long as it has notes, so that others know whether it is still alive.
 */
export interface Note {
  readonly page: string;
  readonly person: number | undefined;
  readonly text: string;
  readonly requests: readonly DelayedRequest[];
  readonly delayedAtMs: number;
  /** The browser had it when the page ended: it's most likely done. */
  readonly isHandedOver?: boolean;
}

export interface DelayedRequest extends PreparedChange {
  /** Of the items that a bulk call is about, in its order. */
  readonly names?: readonly string[];
}

/** Later than that no one counts on it any more, and much may have changed. */
const mostAgeMs = 60 * 60_000;

export const isTooLate = ({ delayedAtMs }: Pick<Note, 'delayedAtMs'>): boolean =>
  Date.now() - delayedAtMs > mostAgeMs;

const prefix = 'muster.delayed.';
const page = newId();
const own = new Set<string>();
let unlock: (() => void) | undefined;

export const lockOf = (pageId: string): string => prefix + pageId;

export function writeNote(id: string, note: Omit<Note, 'page'>): void {
  const { person, text, requests, delayedAtMs, isHandedOver } = note;
  // First, so that no page ever finds the note without the lock.
  unlock ??= keepLock(lockOf(page));
  own.add(id);
  writeStored(prefix + id, JSON.stringify({ page, person, text, requests, delayedAtMs, isHandedOver }));
}

export function dropNote(id: string): void {
  writeStored(prefix + id, null);
  own.delete(id);
  // A page with a lock can't be kept for going back to it.
  if (own.size > 0) return;
  unlock?.();
  unlock = undefined;
}

export function readNote(id: string): Note | undefined {
  try {
    return JSON.parse(readStored(prefix + id) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Of other pages. */
export const noteIds = (): string[] =>
  storedKeys(prefix)
    .map((key) => key.slice(prefix.length))
    .filter((id) => !own.has(id));

onForget((next) => {
  for (const id of [...own, ...noteIds()])
    if (readNote(id)?.person !== next || next === undefined) dropNote(id);
});
