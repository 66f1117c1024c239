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
  const names = [...shareZones(rows.map((row) => row.name))];
  await connection.query(
    `with gone as (delete from time_zones where name <> all($1::text[]))
    insert into time_zones (name) select name from unnest($1::text[]) as name
    except select name from time_zones
    on conflict do nothing`,
    [names],
  );
}

/** Before a process listens or works: which names it accepts. Answers how to stop keeping the list up to date. */
export async function keepZones(connection: Connection, log: Log): Promise<() => void> {
  onUnknownZone((zone) => log.warn({ zone }, 'stored time zone is unknown; using UTC instead'));
  const { rows } = await connection.query<{ name: string }>('select name from time_zones');
  shareZones(rows.map((row) => row.name));
  const timer = setInterval(() => {
    syncZones(connection).catch((error: unknown) => {
      log.debug({ err: error }, 'could not refresh the list of time zones');
    });
  }, refreshMs);
  timer.unref();
  return () => clearInterval(timer);
}
