import { hashPassword } from '#platform/credentials/passwords.ts';
import { inTransaction, lockAll, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { hasUsers, insertManyPeople } from '#slices/accounts/index.ts';
import { insertManyMembers, insertManyOrganizations } from '#slices/organizations/index.ts';
import {
  type Bulk,
  countFalseCounters,
  insertManyRegistrations,
  insertManyShifts,
  peoplePerTwenty,
} from '#slices/shifts/index.ts';
import { Fault } from './fault.ts';

export const sizes = { small: 10_000, large: 100_000 } as const;
export type Size = keyof typeof sizes;
const password = 'demo-password';
const shiftsAtOnce = 2_000;

/**
 * Fills an empty database with as much as a busy installation has: as many people as shifts, and ten registrations
 * for each. One transaction: whoever stops it finds the database empty as before.
 */
export async function seedSize(platform: Platform, size: Size, say: (line: string) => void): Promise<void> {
  const bulk: Bulk = {
    shifts: sizes[size],
    people: sizes[size],
    organizations: 20,
    // A program keeps the same number of shifts, whatever the size.
    programs: sizes[size] / 10_000,
    now: platform.clock(),
  };
  const begunMs = performance.now();
  await inTransaction(platform.database, {}, async (tx) => {
    await platform.unhurried(tx);
    await lockAll(tx, 'demo', [1]);
    if (await hasUsers(tx)) {
      throw new Fault('muster seed: this database has data already. --size fills an empty one only.');
    }
    await fill(tx, bulk, say);
    const wrong = await countFalseCounters(tx);
    if (wrong > 0) throw new Error(`${wrong} counters differ from the rows they count`);
  });
  say('Gathering statistics');
  await platform.database.pool.query('analyze');
  const seconds = Math.round((performance.now() - begunMs) / 1_000);
  say(`Done in ${seconds} s. person-1@load.muster to person-20@load.muster own the organizations 1 to 20; everybody logs in with ${password}.`);
}
