import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@muster/embedded-postgres';
import { sql } from 'kysely';
import { createSealer, type Database, openDatabase } from '#platform/db/index.ts';
import { migrate } from '#platform/db/migrate.ts';
import type { Platform } from '#platform/slice.ts';
import { testSecret } from '#test/database.ts';
import { platformOn } from '#test/model/world.ts';
import { openSession } from '#test/people.ts';

export const volunteers = 6;

/** Which endpoints there are, and what they subscribe to. */
export const endpoints: Readonly<Record<string, readonly string[]>> = {
  '/all': ['shift.created', 'shift.signup', 'shift.signup_cancelled'],
  '/signups': ['shift.signup'],
  '/flaky': ['shift.created'],
};

/** What outlives every crash of a drill: a PostgreSQL that syncs to disk, a receiver, an organization. */
export class World {
  readonly folder: string;
  readonly postgres: EmbeddedPostgres;
  readonly database: Database;
  readonly platform: Platform;
  readonly receiver: ChildProcess;
  receiverUrl = '';
  /** The owner first. */
  userIds: readonly number[] = [];
  organizationId = 0;
  programId = 0;

  private constructor(folder: string, postgres: EmbeddedPostgres) {
    this.folder = folder;
    this.postgres = postgres;
    this.database = openDatabase({
      url: postgres.url,
      size: 4,
      name: 'drill',
      sealer: createSealer(testSecret),
    });
    this.platform = platformOn(this.database);
    this.receiver = fork(fileURLToPath(new URL('receiver.ts', import.meta.url)), [this.receiptsFile]);
  }

  static async open(): Promise<World> {
    const folder = await mkdtemp(path.join(tmpdir(), 'muster-drill-'));
    const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data') });
    await migrate(postgres.url);
    const world = new World(folder, postgres);
    const [{ port }] = (await once(world.receiver, 'message')) as [{ port: number }];
    world.receiverUrl = `http://127.0.0.1:${port}`;
    await world.#populate();
    return world;
  }

  get receiptsFile(): string {
    return path.join(this.folder, 'receipts.log');
  }

  /** Tokens of the owner and of the volunteers. They run out, so each stretch of a drill begins with new ones. */
  async logIn(): Promise<string[]> {
    const tokens: string[] = [];
    for (const userId of this.userIds) tokens.push((await openSession(this.platform, userId)).token);
    return tokens;
  }

  /** PostgreSQL ends without writing anything, as in a loss of power, and is started again by its supervisor. */
  async crashPostgres(): Promise<void> {
    const postmaster = path.join(this.folder, 'data', 'postgres', 'postmaster.pid');
    // There is none while it is still coming back from the last time.
    const pid = Number.parseInt(await readFile(postmaster, 'utf8').catch(() => ''), 10);
    if (pid > 0) process.kill(pid, 'SIGQUIT');
  }

  async close(): Promise<void> {
    await this.database.close().catch(() => {});
    await this.postgres.stop();
    if (this.receiver.connected) this.receiver.disconnect();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #populate(): Promise<void> {
    const { db } = this.database;
    const { rows: people } = await sql<{ id: number }>`
      insert into users (email, name) select 'drill-' || n || '@example.org', 'Drill ' || n
      from generate_series(0, ${volunteers}::int) as n returning id
    `.execute(db);
    this.userIds = people.map(({ id }) => id).sort((one, other) => one - other);
    const { rows } = await sql<{ organization_id: number; id: number }>`
      with organization as (insert into organizations (name) values ('Drill') returning id),
      member as (insert into memberships (organization_id, user_id, role, joined_at)
        select o.id, u, case when place = 1 then 'owner' else 'volunteer' end, now()
        from organization o, unnest(${[...this.userIds]}::bigint[]) with ordinality as given (u, place)),
      mission as (insert into missions (organization_id, name) select id, 'Drill' from organization returning *)
      insert into programs (organization_id, name, default_mission_id)
      select organization_id, 'Drill', id from mission returning organization_id, id
    `.execute(db);
    this.organizationId = rows[0]?.organization_id ?? 0;
    this.programId = rows[0]?.id ?? 0;
  }
}
