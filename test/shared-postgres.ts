import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { startEmbeddedPostgres } from '@muster/embedded-postgres';
import { prepareTemplate, templateUrl } from './database.ts';
import { ownPrefix, placeInMemory } from './memory.ts';

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
  const dataDir = await mkdtemp(path.join(await placeInMemory(), ownPrefix));
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
