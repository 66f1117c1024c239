import type { Schemas } from '@muster/client';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Entry } from './deliver.ts';

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
interface KeptCrew {
  readonly me: Schemas['Profile'];
  readonly organizations: Schemas['MyOrganizationList'];
}

interface DeskStore extends DBSchema {
  rosters: { key: number; value: KeptRoster };
  entries: { key: string; value: Entry };
  crew: { key: string; value: KeptCrew };
}

let opening: Promise<IDBPDatabase<DeskStore>> | undefined;

function store(): Promise<IDBPDatabase<DeskStore>> {
  opening ??= openDB<DeskStore>('muster-desk', 1, {
    upgrade(database) {
      for (const name of ['rosters', 'entries', 'crew'] as const) database.createObjectStore(name);
    },
    terminated: forgetStore,
  });
  opening.catch(forgetStore);
  return opening;
}

function forgetStore(): void {
  opening = undefined;
}

export const keepRoster = async (roster: KeptRoster) =>
  (await store()).put('rosters', roster, roster.shift.id);
export const readRoster = async (shiftId: number) => (await store()).get('rosters', shiftId);
export const readRosters = async () => (await store()).getAll('rosters');

export const keepEntry = async (entry: Entry) => (await store()).put('entries', entry, entry.nonce);
export const dropEntry = async (nonce: string) => (await store()).delete('entries', nonce);
export const readEntries = async () => (await store()).getAll('entries');

export const keepCrew = async (crew: KeptCrew) => (await store()).put('crew', crew, 'crew');
export const readCrew = async () => (await store()).get('crew', 'crew');

/** At logout: nothing about people stays. What was not sent yet holds numbers and times only, and waits. */
export async function forgetPeople(): Promise<void> {
  await (await store()).clear('rosters');
  await (await store()).clear('crew');
}
