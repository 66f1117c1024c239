import type { CursorPage, Schemas } from '@muster/client';
import type { InfiniteData } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { exclusively } from '../../../api/locks.ts';
import { call, queryClient } from '../../../api/query.ts';
import { isReachable, whenReachable } from '../../../api/reach.ts';
import { session } from '../../../api/session.ts';
import { msOf } from '../../../time/calendar.ts';
import type { Entry } from './deliver.ts';
import { type DeskTransport, deliverAll, isFinal, refusalOf, type Taken } from './deliver.ts';
import { dropEntry, keepEntry, readEntries } from './store.ts';

/**
 * What was done at this desk, in the order in which it was done. It is on the device before it is sent and leaves it
 * when the service has answered, so a lost network, a lost answer or a closed window loses nothing and repeats nothing.
 */
interface Queue {
  readonly entries: readonly Entry[];
  /** How many the service has taken since the page was opened. */
  readonly sent: number;
  readonly isSending: boolean;
  /** What the service has said to those that it has taken, by their nonce. */
  readonly taken: ReadonlyMap<string, Taken>;
}

type AttendanceRecord = Schemas['AttendanceRecord'];

let queue: Queue = { entries: [], sent: 0, isSending: false, taken: new Map() };
const watchers = new Set<() => void>();
/** Answered or removed here: what was read from the device just before must not bring it back. */
const gone = new Set<string>();
/** Without storage (private windows, a full disk) an entry lives as long as the page. */
const onlyHere = new Set<string>();
/** The other tabs of this device show the same entries. */
const tabs = new BroadcastChannel('muster.desk');
tabs.addEventListener('message', () => void readAgain());
const batchSize = 100;
const retryMs = 15_000;
/** People are waiting at the desk: a request without an answer by then is tried again. */
const answerMs = 15_000;
/** A tap that is sent at once is a matter of the desk; later it is a scan of the past. */
const freshMs = 20_000;
/** Failed once: from then on the time of the tap counts, not that of its arrival. */
const late = new Set<string>();
let self: number | undefined;

function become(next: Partial<Queue>): void {
  queue = { ...queue, ...next };
  for (const watcher of watchers) watcher();
}

export function useQueue(): Queue {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => queue,
  );
}

/** Picks up what an earlier visit has left, and sends it. `userId` is who works at this desk now. */
export async function startQueue(userId: number): Promise<void> {
  if (self === userId) return;
  self = userId;
  become({ entries: queue.entries.filter(({ by }) => by === userId) });
  await readAgain();
  void sendWaiting();
}

const byTime = (a: Entry, b: Entry) => a.at.localeCompare(b.at);

/** What the device has: another tab may have added something, sent it or undone it. */
async function readAgain(): Promise<void> {
  const kept = await readEntries().catch(() => undefined);
  if (kept === undefined) return;
  const own = kept.filter(({ by, nonce }) => by === self && !gone.has(nonce));
  const entries = [...own, ...queue.entries.filter(({ nonce }) => onlyHere.has(nonce))].sort(byTime);
  const nonces = new Set(entries.map(({ nonce }) => nonce));
  // The tab that has sent it has read the answer.
  if (queue.entries.some(({ nonce }) => !nonces.has(nonce))) readAttendance();
  become({ entries });
}

async function keep(entry: Entry): Promise<void> {
  await keepEntry(entry).then(
    () => onlyHere.delete(entry.nonce),
    () => onlyHere.add(entry.nonce),
  );
  tabs.postMessage('changed');
}

async function drop(nonce: string): Promise<void> {
  gone.add(nonce);
  await dropEntry(nonce).catch(() => undefined);
  tabs.postMessage('changed');
}

export async function enqueue(entry: Entry): Promise<void> {
  await keep(entry);
  // Without a network it can be undone until there is one.
  if (!isReachable()) late.add(entry.nonce);
  else if (entry.holdMs > 0) window.setTimeout(() => void sendWaiting(), entry.holdMs);
  become({ entries: [...queue.entries.filter(({ nonce }) => nonce !== entry.nonce), entry] });
  void sendWaiting();
}

/** Waits a moment, so that a wrong tap can be undone in any tab. A clock that was set back doesn't keep it. */
function isHeld({ nonce, at, holdMs }: Entry): boolean {
  const ageMs = Date.now() - msOf(at);
  return !late.has(nonce) && ageMs >= 0 && ageMs < holdMs;
}

/** Sends refused entries again, after the cause has been fixed. */
export async function tryAgain(nonce: string): Promise<void> {
  const entries = queue.entries.map((entry) =>
    entry.nonce === nonce ? { ...entry, refusal: undefined } : entry,
  );
  late.add(nonce);
  become({ entries });
  const entry = entries.find((one) => one.nonce === nonce);
  if (entry !== undefined) await keep(entry);
  await sendWaiting();
}

/** Undoes what was not sent yet, or dismisses what was refused. */
export async function removeEntry(nonce: string): Promise<void> {
  become({ entries: queue.entries.filter((entry) => entry.nonce !== nonce) });
  await drop(nonce);
}

export async function sendWaiting(): Promise<void> {
  if (queue.isSending || session.state() !== 'person' || toSend().length === 0) return;
  become({ isSending: true });
  const isSent = await exclusively('muster.desk', sendTogether);
  become({ isSending: false });
  if (!isSent) return;
  readAttendance();
  await sendWaiting();
}

const toSend = () => queue.entries.filter((entry) => entry.refusal === undefined && !isHeld(entry));

function readAttendance(): void {
  void queryClient.invalidateQueries({ queryKey: ['/api/v1/shifts/{id}/attendance'] });
}

/** Whether the service has answered to all of them. */
async function sendTogether(): Promise<boolean> {
  // While this tab waited, another one may have sent them.
  await readAgain();
  const waiting = toSend();
  const [first] = waiting;
  if (first === undefined) return true;
  try {
    const isFresh = waiting.length === 1 && !late.has(first.nonce) && Date.now() - msOf(first.at) < freshMs;
    if (isFresh) await sendTap(first);
    else await deliverAll(waiting, transport, batchSize);
    return true;
  } catch {
    // Unreachable or busy: they stay, and are tried again.
    for (const { nonce } of waiting) late.add(nonce);
    return false;
  }
}

async function sendTap(entry: Entry): Promise<void> {
  const { userId, code } = entry;
  try {
    const answer = await call('post', `/api/v1/shifts/{id}/${entry.action}`, {
      params: { path: { id: entry.shiftId } },
      body: { user_id: userId, ...(code !== undefined && { code }) },
      headers: { 'idempotency-key': entry.nonce },
      signal: AbortSignal.timeout(answerMs),
    });
    showRecord(answer.attendance);
    await finish(entry, undefined, answer);
  } catch (error) {
    if (!isFinal(error)) throw error;
    await finish(entry, refusalOf(error), null);
  }
}

const transport: DeskTransport = {
  async post(entries) {
    const scans = entries.map(({ nonce, shiftId, action, at, userId, code }) => ({
      nonce,
      shift_id: shiftId,
      action,
      at,
      user_id: userId,
      ...(code !== undefined && { code }),
    }));
    const organization_id = entries[0]?.organizationId;
    const body = { scans, ...(organization_id !== undefined && { organization_id }) };
    const signal = AbortSignal.timeout(answerMs + entries.length * 100);
    return (await call('post', '/api/v1/attendance/scans', { body, signal })).items;
  },
  async finish(entry, refusal, answer) {
    if (answer?.attendance) showRecord(answer.attendance);
    await finish(entry, refusal, answer);
  },
};

/** On the list at once: else the person would flicker back until it is read again. */
function showRecord(record: AttendanceRecord): void {
  type Records = InfiniteData<CursorPage<AttendanceRecord>>;
  queryClient.setQueriesData<Records>(
    { queryKey: ['/api/v1/shifts/{id}/attendance', { path: { id: record.shift_id } }] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((one) => (one.id === record.id ? { ...one, ...record } : one)),
        })),
      },
  );
}

async function finish(entry: Entry, refusal: Entry['refusal'], answer: Taken | null): Promise<void> {
  const others = queue.entries.filter(({ nonce }) => nonce !== entry.nonce);
  if (refusal === undefined) {
    // Sent before, with an answer that was lost: what it changed is not known any more.
    const isUnknown = answer === null || answer.repeated === true;
    const taken = isUnknown ? queue.taken : new Map(queue.taken).set(entry.nonce, answer);
    become({ entries: others, sent: queue.sent + 1, taken });
    await drop(entry.nonce);
    return;
  }
  const refused = { ...entry, refusal };
  become({ entries: [...others, refused].sort(byTime) });
  await keep(refused);
}

whenReachable(() => void sendWaiting());
window.setInterval(() => void sendWaiting(), retryMs);
