import type pg from 'pg';
import { onUnknownZone, shareZones } from '#kernel/zones.ts';
import type { Log } from '#platform/log/index.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Another release of PostgreSQL can bring another list, also while we run. */
const refreshMs = 60 * 60 * 1_000;

/**
 * Makes `time_zones` the list of names that PostgreSQL and Temporal both know. Reading pg_timezone_names opens every
 * file of the time zone database (about 50 ms), so everything else asks the table.
 */
export async function syncZones(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ name: string }>('select name from pg_timezone_names');
  const names = shareZones(rows.map((row) => row.name));
  const listed = new Set(await listedZones(connection));
  const [added, gone] = [names.difference(listed), listed.difference(names)];
  if (added.size > 0)
    await connection.query('insert into time_zones (name) select unnest($1::text[]) on conflict do nothing', [
      [...added],
    ]);
  if (gone.size > 0)
    await connection.query('delete from time_zones where name = any($1::text[])', [[...gone]]);
}

async function listedZones(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>('select name from time_zones');
  return rows.map(({ name }) => name);
}

/** Before a process listens or works: which names it accepts. Answers how to stop keeping the list up to date. */
export async function keepZones(connection: Connection, log: Log): Promise<() => void> {
  onUnknownZone((zone) => log.warn({ zone }, 'stored time zone is unknown; using UTC instead'));
  shareZones(await listedZones(connection));
  const timer = setInterval(() => {
    syncZones(connection).catch((error: unknown) => {
      log.debug({ err: error }, 'could not refresh the list of time zones');
    });
  }, refreshMs);
  timer.unref();
  return () => clearInterval(timer);
}
