import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@muster/embedded-postgres';
import { prepareTemplate, templateUrl } from './database.ts';

/** The PostgreSQL that all test files share, each with its own databases. */
export interface SharedPostgres {
  readonly url: string;
  /** The database that the others are cloned from, if it is as the migrations leave it: on a cluster, it is distributed. */
  readonly migratedUrl?: string;
  stop(): Promise<void>;
}

export async function startSharedPostgres(): Promise<SharedPostgres> {
  const given = process.env['MUSTER_TEST_DATABASE_URL'];
  if (given !== undefined) {
    await prepareTemplate(given);
    return { url: given, stop: async () => undefined };
  }
  const dataDir = await mkdtemp(path.join(await parentFolder(), 'muster-npm-test-'));
  // Nothing here has to survive a power cut.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  };
  const clear = () => rm(dataDir, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres({ dataDir, settings }).catch(async (error: unknown) => {
    await clear();
    throw error;
  });
  const stop = async () => {
    await postgres.stop();
    await clear();
  };
  try {
    await prepareTemplate(postgres.url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: postgres.url, migratedUrl: templateUrl(postgres.url), stop };
}

/** Room for the log, which PostgreSQL keeps at about 1 GB, and for the databases of a dozen files. */
const wantedBytes = 4 * 1024 ** 3;

/**
 * In memory if there is enough of it. Each file of tests makes a database of 1,000 files and drops it. A disk with ext4
 * gives no number of a dropped file to a new one for minutes, but looks at all of them each time: 406 ms of CPU for such a
 * database, and 39 in memory.
 */
async function parentFolder(): Promise<string> {
  const memory = '/dev/shm';
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return Math.min(free, process.availableMemory()) < wantedBytes ? tmpdir() : memory;
}
