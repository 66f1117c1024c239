import type { Schemas } from '../../../api/client.ts';
import type { Entry } from './entry.ts';

/** A person as the desk knows them: what is needed to find and to check them, and no more. */
export interface DeskPerson {
  readonly user_id: number;
  readonly registration_id: number;
  readonly name: string;
  readonly status: Schemas['AttendanceRecord']['status'];
  readonly checked_in_at: string | null;
  readonly late: boolean;
}

/** The shifts and rosters that this device has seen, to go on with when the network is gone. */
export interface KeptRoster {
  readonly shift: Schemas['Shift'];
  readonly people: readonly DeskPerson[];
  readonly keptAt: string;
}

/** Who works at this desk, so that it opens without a network. */
export interface KeptCrew {
  readonly me: Schemas['Profile'];
  readonly organizations: Schemas['MyOrganizationList'];
}

const name = 'muster-desk';
const stores = ['rosters', 'entries', 'crew'] as const;
type Store = (typeof stores)[number];
let opening: Promise<IDBDatabase> | undefined;

function openStore(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no storage'));
  });
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

async function run<Result>(
  store: Store,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openStore();
  return await new Promise<Result>((resolve, reject) => {
    const transaction = database.transaction(store, mode);
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error('not kept'));
  });
}

export const keepRoster = (roster: KeptRoster) =>
  run('rosters', 'readwrite', (store) => store.put(roster, roster.shift.id));
export const readRoster = (shiftId: number): Promise<KeptRoster | undefined> =>
  run('rosters', 'readonly', (store) => store.get(shiftId));
export const readRosters = (): Promise<KeptRoster[]> => run('rosters', 'readonly', (store) => store.getAll());
export const dropRoster = (shiftId: number) => run('rosters', 'readwrite', (store) => store.delete(shiftId));

export const keepEntry = (entry: Entry) =>
  run('entries', 'readwrite', (store) => store.put(entry, entry.nonce));
export const dropEntry = (nonce: string) => run('entries', 'readwrite', (store) => store.delete(nonce));
export const readEntries = (): Promise<Entry[]> => run('entries', 'readonly', (store) => store.getAll());

export const keepCrew = (crew: KeptCrew) => run('crew', 'readwrite', (store) => store.put(crew, 'crew'));
export const readCrew = (): Promise<KeptCrew | undefined> =>
  run('crew', 'readonly', (store) => store.get('crew'));

/** At log-out: nothing about people stays. What was not sent yet holds numbers and times only, and waits. */
export async function forgetPeople(): Promise<void> {
  await run('rosters', 'readwrite', (store) => store.clear());
  await run('crew', 'readwrite', (store) => store.clear());
}
