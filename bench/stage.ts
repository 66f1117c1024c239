import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@muster/embedded-postgres';
import pg, { type QueryResultRow } from 'pg';
import { migrate } from '#platform/db/migrate.ts';
import { Child, type MusterCommand, type Server, startMuster } from './children.ts';
import type { BareAnswer } from './controls/bare.ts';
import type { ControlOrder } from './controls/control.ts';
import { loadOperation } from './controls/operation.ts';
import { benchSecret, SeededServer, type Size } from './seeded.ts';

const poolSize = 20;

/** What a row plays on: a database, the service in front of it, and whatever limits the row asks for. */
export class Stage {
  /** Ends what was started, last one first. */
  readonly #endings: (() => Promise<unknown>)[] = [];
  readonly #made = new Map<string, Promise<unknown>>();
  /** A database of each server. */
  readonly #servers: string[] = [];
  folder = '';
  databaseUrl = '';
  postgresVersion = '';
  muster: Server = { url: '', pid: undefined };
  /** How much the rows on seeded data play on. */
  readonly size: Size;

  private constructor(size: Size) {
    this.size = size;
  }

  static async open(size: Size): Promise<Stage> {
    const stage = new Stage(size);
    try {
      await stage.#open();
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  async #open(): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'muster-bench-'));
    this.atEnd(() => rm(this.folder, { recursive: true, force: true }));
    const dataDir = join(this.folder, 'database');
    const postgres = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '200' } });
    this.atEnd(() => postgres.stop());
    this.databaseUrl = postgres.url;
    this.#servers.push(postgres.url);
    this.postgresVersion = postgres.version;
    await migrate(postgres.url);
    await this.#startMuster();
  }

  async #startMuster(command: MusterCommand = 'start'): Promise<void> {
    const settings = {
      DATABASE_URL: this.databaseUrl,
      MUSTER_DATA_DIR: join(this.folder, 'service'),
      MUSTER_SECRET: benchSecret,
      MUSTER_RATE_LIMIT: 'off',
      MUSTER_DB_POOL: String(poolSize),
    };
    const muster = await startMuster(settings, command);
    this.atEnd(() => muster.stop());
    this.muster = muster;
  }

  /** A stage like this one on seeded data: made at the first wish, and shared by all rows. */
  seeded(size: Size = this.size): Promise<Stage> {
    return this.#onSeeded(size, size, 'start');
  }

  /** A separate copy whose service has no worker, so nothing runs on a schedule while a row measures it. */
  seededWithoutWorker(): Promise<Stage> {
    return this.#onSeeded(this.size, `${this.size}_serve`, 'serve');
  }

  #onSeeded(size: Size, name: string, command: MusterCommand): Promise<Stage> {
    return this.once(`seeded ${name}`, async () => {
      const server = await this.once('seeded server', async () => {
        const started = await SeededServer.start();
        this.atEnd(() => started.stop());
        this.#servers.push(started.url);
        return started;
      });
      const stage = new Stage(size);
      this.atEnd(() => stage.close());
      stage.folder = join(this.folder, name);
      await mkdir(stage.folder);
      stage.databaseUrl = await server.copy(size, `run_${name}`);
      await stage.#startMuster(command);
      return stage;
    });
  }

  atEnd(ending: () => Promise<unknown>): void {
    this.#endings.push(ending);
  }

  async close(): Promise<void> {
    for (let end = this.#endings.pop(); end; end = this.#endings.pop()) await end();
  }

  /** Rows share what they need: the first one that needs it creates it. */
  once<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    let made = this.#made.get(name);
    if (!made) {
      made = make();
      this.#made.set(name, made);
    }
    return made as Promise<Made>;
  }

  /** The databases of all rows, without those that they were copied from. */
  async databases(): Promise<string[]> {
    const urls: string[] = [];
    for (const server of this.#servers) {
      const client = new pg.Client({ connectionString: server });
      await client.connect();
      const { rows } = await client
        .query<{ name: string }>(
          `select datname as name from pg_database where not datistemplate and datname !~ '^seed(ed|ing)_'`,
        )
        .finally(() => client.end());
      urls.push(...rows.map(({ name }) => Object.assign(new URL(server), { pathname: name }).href));
    }
    return urls;
  }

  /** The rows of one statement; several statements have none. */
  async sql<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl });
    await client.connect();
    return (await client.query<Row>(text, values).finally(() => client.end())).rows;
  }

  /** Limit (a): Fastify that answers what Muster answers to this very request, for every path of the route. */
  async bare(
    path: string,
    headers: Record<string, string> = {},
    { method = 'GET', route = path }: { method?: BareAnswer['method']; route?: string } = {},
  ): Promise<Server> {
    const answer = await fetch(this.muster.url + path, { method, headers });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${body}`);
    return await this.#limit('controls/bare.ts', {
      method,
      path: route,
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? '',
      body,
    } satisfies BareAnswer);
  }

  /** Limit (c): the control for an operation. */
  async control(operation: string): Promise<Server> {
    const { tables } = await loadOperation(operation);
    if (tables) await this.sql(tables);
    const order: ControlOrder = { operation, databaseUrl: this.databaseUrl, poolSize };
    return await this.#limit('controls/control.ts', order);
  }

  async #limit(file: string, order: object): Promise<Server> {
    const child = new Child(file);
    this.atEnd(() => child.end());
    const { url } = await child.ask<{ url: string }>(order);
    return { url, pid: child.pid };
  }
}
