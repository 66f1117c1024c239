import { type RawBuilder, sql } from 'kysely';

/** Settings of PostgreSQL that a transaction may choose, and what each is worth. They end with the transaction. */
const settings = {
  /**
   * Plans are kept instead of made again: for transactions that go by keys only. PostgreSQL expects ten ids in each list
   * and so makes a new plan for the one that is there; for a sign-up that was 1.6 of the 4.1 ms of its CPU (on 100,000
   * shifts and 1,000,000 registrations).
   */
  keepPlans: sql`set_config('plan_cache_mode', 'force_generic_plan', true)`,
  /**
   * Indexes, however small a table looks: for a queue that is empty most of the time and holds 100,000 rows now and then.
   * A statement prepared for the first would read them all.
   */
  useIndexes: sql`set_config('enable_seqscan', 'off', true)`,
  /**
   * Rows in the order of their index, of which the first few are wanted. PostgreSQL would read and sort all of them if it expects
   * few: 20 of 20,000 took 24 ms.
   */
  inOrder: sql`set_config('enable_bitmapscan', 'off', true)`,
  /** COMMIT does not wait for the disk: for work that is done again if PostgreSQL crashes and forgets it. */
  commitBeforeDisk: sql`set_config('synchronous_commit', 'off', true)`,
};

/** As part of a statement that is sent anyway: `select ${setting('keepPlans')} from … for update` */
export function setting(...names: readonly (keyof typeof settings)[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => settings[name]));
}
