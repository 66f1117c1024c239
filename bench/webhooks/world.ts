import { sql } from 'kysely';
import { createSealer, type Database, inTransaction, openDatabase } from '#platform/db/index.ts';
import { migrate } from '#platform/db/migrate.ts';
import { record, startNotifier } from '#platform/outbox/index.ts';
import { checkedIn } from '#slices/attendance/events.ts';
import { newSecret, sealSecret } from '#slices/webhooks/steps/sign.ts';
import { Child, type MusterProcess, startMuster } from '../children.ts';
import { benchSecret } from '../seeded.ts';
import type { Stage } from '../stage.ts';
import type { BareOrder } from './bare-sender.ts';
import type { Receipts } from './receiver.ts';

const bareConnections = 32;

/** A separate database and worker, a receiver, and organizations with endpoints there. */
export class WebhookWorld {
  readonly database: Database;
  readonly #stage: Stage;
  readonly #receiver: Child;
  readonly #sender: Child;
  worker: MusterProcess | undefined;
  receiverUrl = '';

  private constructor(stage: Stage, url: string) {
    this.#stage = stage;
    this.database = openDatabase({ url, size: 8, name: 'muster bench', sealer: createSealer(benchSecret) });
    this.#receiver = new Child('webhooks/receiver.ts');
    this.#sender = new Child('webhooks/bare-sender.ts');
  }

  /** Shared by all rows about webhooks. */
  static of(stage: Stage): Promise<WebhookWorld> {
    return stage.once('webhooks', async () => {
      await stage.sql('create database webhooks');
      const url = new URL(stage.databaseUrl);
      url.pathname = '/webhooks';
      await migrate(url.href);
      const world = new WebhookWorld(stage, url.href);
      await world.#open();
      return world;
    });
  }

  async #open(): Promise<void> {
    this.#stage.atEnd(() => this.database.close());
    this.#stage.atEnd(() => this.#receiver.end());
    this.#stage.atEnd(() => this.#sender.end());
    await this.begin();
    const worker = await startMuster(
      {
        DATABASE_URL: this.database.url,
        MUSTER_SECRET: benchSecret,
        MUSTER_ALLOW_TARGETS: '127.0.0.0/8',
      },
      'worker',
    );
    this.#stage.atEnd(() => worker.stop());
    this.worker = worker;
    // As a server without its own worker does.
    const notifier = startNotifier(this.database);
    this.#stage.atEnd(async () => notifier.stop());
  }

  /** An organization with these endpoints, all of which receive every check-in. Returns its id. */
  async organization(paths: readonly string[]): Promise<number> {
    const { db, sealer } = this.database;
    const { rows } = await sql<{ id: number }>`
      insert into organizations (name) values ('Hooked') returning id
    `.execute(db);
    const organizationId = rows[0]?.id ?? 0;
    for (const [index, path] of paths.entries()) {
      const id = organizationId * 1_000 + index;
      await sql`
        insert into webhook_endpoints (id, organization_id, name, url, events, secret, created_at, updated_at)
        values (${id}, ${organizationId}, ${path}, ${this.receiverUrl + path}, ${[checkedIn.type]},
          ${sealSecret(sealer, id, newSecret())}, now(), now())
      `.execute(db);
    }
    return organizationId;
  }

  /** One durable commit. Returns the ids of the events. */
  async happen(organizationIds: readonly number[]): Promise<string[]> {
    const events = organizationIds.map((id) => checkedIn(id, checkedIn.example));
    return await inTransaction(this.database, {}, (tx) => record(tx, Temporal.Now.instant(), ...events));
  }

  /** From here on the receiver counts. */
  async begin(): Promise<void> {
    this.receiverUrl = (await this.#receiver.ask<{ url: string }>({ kind: 'begin' })).url;
  }

  /** Resolves when so many have come in since `begin`. */
  received(count: number): Promise<Receipts> {
    return this.#receiver.ask<Receipts>({ kind: 'until', count });
  }

  get senderPid(): number | undefined {
    return this.#sender.pid;
  }

  /** How long an undici loop takes for as many requests with the bytes and headers of a real delivery. */
  async bareMs(count: number): Promise<number> {
    const { rows } = await sql<{ event_id: string; body: string }>`
      select event_id, body from webhook_messages limit 1
    `.execute(this.database.db);
    const order: BareOrder = {
      url: this.receiverUrl,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Muster-Webhooks/1.0',
        'accept-encoding': 'identity',
        'webhook-id': rows[0]?.event_id ?? '',
        'webhook-timestamp': '1777888800',
        'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        'x-service-signature': '6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39',
      },
      body: rows[0]?.body ?? '',
      count,
      connections: bareConnections,
    };
    return (await this.#sender.ask<{ tookMs: number }>(order)).tookMs;
  }
}

/** The clock that the receiver uses as well. */
export const wallMs = (): number => performance.timeOrigin + performance.now();
