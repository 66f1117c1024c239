import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@muster/embedded-postgres';
import pg from 'pg';

export interface Pair {
  readonly primary: EmbeddedPostgres;
  /** A hot standby of the primary, with streaming replication. */
  readonly standby: EmbeddedPostgres;
  /** One address for both; whichever takes writes is used. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Two PostgreSQL servers, one replicating the other, from the PostgreSQL that npm installs. */
export async function startPair(extra: Record<string, string> = {}): Promise<Pair> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-pair-'));
  const settings = { shared_buffers: '32MB', max_connections: '60', ...extra };
  const dataDirs = ['first', 'second'].map((name) => path.join(folder, name)) as [string, string];
  // Ends a server at once, as when its machine fails.
  const start = (dataDir: string, more: Record<string, string> = {}) =>
    startEmbeddedPostgres({ dataDir, settings: { ...settings, ...more }, stopTimeoutMs: 1 });

  await startEmbeddedPostgres({ dataDir: dataDirs[0], settings }).then((server) => server.stop());
  await mkdir(dataDirs[1], { mode: 0o711 });
  const copies = dataDirs.map((dataDir) => path.join(dataDir, 'postgres')) as [string, string];
  // As the same user, which may be another than ours.
  await promisify(execFile)('cp', ['-a', ...copies]);
  await writeFile(path.join(copies[1], 'standby.signal'), '');

  const primary = await start(dataDirs[0]);
  const { host, port, user, password } = new pg.Client({ connectionString: primary.url });
  const standby = await start(dataDirs[1], {
    primary_conninfo: `host=${host} port=${port} user=${user} password=${password} application_name=second`,
  });
  const addresses = [standby, primary].map(({ url }) => new URL(url).host);
  return {
    primary,
    standby,
    url: `${primary.url.replace(new URL(primary.url).host, addresses.join(','))}?target_session_attrs=read-write`,
    async stop() {
      await Promise.all([primary.stop(), standby.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
