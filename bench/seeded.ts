import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@muster/embedded-postgres';
import pg from 'pg';

export type Size = 'large' | 'small';

export function isSize(text: string): text is Size {
  return text === 'large' || text === 'small';
}

const prefix = 'muster-bench-data-';
const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * A PostgreSQL whose seeded databases outlive the run: making them takes minutes. They are made again when
 * what made them has changed, and each month, because they are about now.
 */
export class SeededServer {
  readonly #postgres: EmbeddedPostgres;

  private constructor(postgres: EmbeddedPostgres) {
    this.#postgres = postgres;
  }

  static async start(): Promise<SeededServer> {
    removeOutdated();
    const dataDir = join(tmpdir(), prefix + keyOf());
    const settings = { max_connections: '200' };
    return new SeededServer(await startEmbeddedPostgres({ dataDir, settings }));
  }

  /** A database of this size that a run may do with as it likes. */
  async copy(size: Size, name: string): Promise<string> {
    await this.#make(size);
    await this.#sql(`drop database if exists ${name} with (force)`);
    await this.#sql(`create database ${name} template seeded_${size} strategy file_copy`);
    return this.#urlOf(name);
  }

  async #make(size: Size): Promise<void> {
    const made = await this.#sql(`select 1 from pg_database where datname = 'seeded_${size}'`);
    if (made.length > 0) return;
    await this.#sql(`drop database if exists seeding_${size} with (force)`);
    await this.#sql(`create database seeding_${size}`);
    console.log(`\nMaking the ${size} data, once:`);
    const child = spawn(process.execPath, [join(root, 'bench/seed.ts'), size], {
      env: {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: this.#urlOf(`seeding_${size}`),
        MUSTER_SECRET: benchSecret,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`bench/seed.ts ${size} has failed`);
    await this.#sql(`alter database seeding_${size} rename to seeded_${size}`);
  }

  get url(): string {
    return this.#postgres.url;
  }

  async stop(): Promise<void> {
    await this.#postgres.stop();
  }

  #urlOf(database: string): string {
    const url = new URL(this.#postgres.url);
    url.pathname = database;
    return url.toString();
  }

  async #sql(text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: this.#postgres.url });
    await client.connect();
    return (await client.query<Record<string, unknown>>(text).finally(() => client.end())).rows;
  }
}

export const benchSecret = 'a secret that only the benchmarks use';

/** What no run has used for a week. Another checkout may have its own data here. */
function removeOutdated(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (name.startsWith(prefix) && statSync(folder).mtimeMs < Date.now() - 7 * 24 * 3_600_000)
      rmSync(folder, { recursive: true, force: true });
  }
}

function keyOf(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 7));
  const migrations = readdirSync(join(root, 'migrations')).sort();
  for (const file of [
    ...migrations.map((name) => `migrations/${name}`),
    'bench/seed.ts',
    'bench/seed-rows.ts',
  ])
    hash.update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
