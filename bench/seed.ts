import { sql } from 'kysely';
import { createPlatform } from '#app/run.ts';
import { recount } from '#demo/recount.ts';
import { hashPassword } from '#platform/credentials/passwords.ts';
import { inTransaction, lockAll, type Tx } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { hasUsers } from '#slices/accounts/index.ts';
import {
  type Bulk,
  countFalseCounters,
  insertManyMembers,
  insertManyOrganizations,
  insertManyPeople,
  insertManyRegistrations,
  insertManyShifts,
  peoplePerTwenty,
} from './seed-rows.ts';

/** By the number of shifts. */
const sizes = { small: 10_000, large: 100_000 } as const;

type Ground = Pick<Platform, 'database' | 'clock'>;
const password = 'demo-password';
/** Of shifts or people in one statement. */
const atOnce = 2_000;

/**
 * Fills an empty database with as much as a busy installation has: as many people as shifts, and ten registrations
 * for each. One transaction: if it is stopped, the database is empty as before.
 */
export async function seedSize(platform: Ground, shifts: number, say: (line: string) => void): Promise<void> {
  const bulk: Bulk = {
    shifts,
    people: shifts,
    organizations: 20,
    // A program keeps the same number of shifts, whatever the size.
    programs: Math.max(1, shifts / 10_000),
    now: platform.clock(),
  };
  const progress = new Progress(say);
  await inTransaction(platform.database, {}, async (tx) => {
    // The limits that protect a busy service are not for this.
    await sql`set local statement_timeout = 0`.execute(tx);
    await lockAll(tx, 'demo', [1]);
    if (await hasUsers(tx)) {
      throw new Error('This database has data already. Only an empty one is filled.');
    }
    await fill(tx, bulk, progress);
    progress.say('Checking the counters');
    const wrong = await countFalseCounters(tx);
    if (wrong > 0) throw new Error(`${wrong} counters differ from the rows they count`);
  });
  progress.say('Tidying up and gathering statistics');
  await tidy(platform);
  progress.say(
    `Done. person-1@load.muster to person-${bulk.organizations}@load.muster own the organizations 1 to ${bulk.organizations}; everybody logs in with ${password}.`,
  );
}

async function fill(tx: Tx, bulk: Bulk, progress: Progress): Promise<void> {
  const passwordHash = await hashPassword(password);
  const { people, shifts, organizations } = bulk;
  await insertManyOrganizations(tx, bulk);
  await progress.inSteps('People', people, 1, (first, last) =>
    insertManyPeople(tx, { first: first + 1, last }, passwordHash, bulk.now),
  );
  await insertManyMembers(tx, { organizations, people }, bulk.now);
  await progress.inSteps('Shifts', shifts, 1, (first, last) => insertManyShifts(tx, bulk, first, last - 1));
  await progress.inSteps('Registrations', shifts, peoplePerTwenty / 20, (first, last) =>
    insertManyRegistrations(tx, bulk, first, last - 1),
  );
  // One statement for all would take longer than the minute that a connection may go without an answer.
  await progress.inSteps('Time of people', shifts, peoplePerTwenty / 20, (first, last) =>
    recount(tx, first, last),
  );
}

/** Pages that were written in one go are left as a long-running database would have them. */
async function tidy({ database: { pool } }: Ground): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('vacuum (analyze)');
  } finally {
    client.release(true);
  }
}

/** Tells every few seconds how far a table is, and how fast it goes. */
class Progress {
  readonly #begunMs = performance.now();
  readonly #write: (line: string) => void;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  say(text: string): void {
    const seconds = ((performance.now() - this.#begunMs) / 1_000).toFixed(1);
    this.#write(`${seconds.padStart(6)} s  ${text}`);
  }

  async inSteps(
    name: string,
    total: number,
    rowsEach: number,
    step: (first: number, last: number) => Promise<void>,
  ): Promise<void> {
    const begunMs = performance.now();
    let saidMs = begunMs;
    for (let first = 0; first < total; first += atOnce) {
      const last = Math.min(total, first + atOnce);
      await step(first, last);
      const nowMs = performance.now();
      if (nowMs - saidMs < 2_000 && last < total) continue;
      saidMs = nowMs;
      const rows = last * rowsEach;
      const rate = Math.round((rows / (nowMs - begunMs)) * 1_000);
      const share = Math.round((last / total) * 100);
      this.say(
        `${name.padEnd(14)} ${String(share).padStart(3)} %  ${rows.toLocaleString('en')} rows, ${rate.toLocaleString('en')} a second`,
      );
    }
  }
}

/** `node bench/seed.ts large` fills the database that DATABASE_URL names, or the one in the data folder. */
if (import.meta.main) {
  const size = process.argv[2];
  if (size !== 'large' && size !== 'small')
    throw new Error('Say how much: node bench/seed.ts large, or small');
  const platform = await createPlatform('muster seed', { join: true });
  await seedSize(platform, sizes[size], console.log).finally(() => platform.close());
}
