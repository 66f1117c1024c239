import { driveHttp } from './loader/http.ts';
import { driveSql } from './loader/sql.ts';
import type { Load } from './row.ts';

/** The load comes from its own process, so that making it never delays what is measured. */
export interface LoadOrder {
  readonly load: Load;
  readonly seconds: number;
}

/** Rounds that differ only in time are driven with the same connections: none pays for opening them. */
process.on('message', async ({ load, seconds }: LoadOrder) => {
  try {
    const sample = await (load.kind === 'http' ? driveHttp(load, seconds) : driveSql(load, seconds));
    process.send?.({ sample });
  } catch (error) {
    process.send?.({ error: (error as Error).message });
  }
});
process.on('disconnect', () => process.exit());
