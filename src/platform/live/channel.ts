import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, onCommit, send, type Tx } from '#platform/db/index.ts';
import { listen } from '#platform/db/listen.ts';
import type { Hint } from './hint.ts';

const channel = 'muster_live';
const accessChannel = 'muster_access';

/** PostgreSQL carries at most 8,000 bytes in a notification; a hint is at most about 150. */
const hintsPerNotice = 50;

/**
 * Tells every process. The notice leaves after the commit and outside any transaction, because a NOTIFY inside one makes
 * commits wait for each other.
 */
export function announceHints(database: Database, tx: Tx, hints: readonly Hint[]): void {
  onCommit(tx, () => notifyAll(database, hints));
}

/** Tells people, and no one else, that they have a new notification. */
export function announceToPeople(
  database: Database,
  people: readonly { readonly organizationId: number; readonly userId: number }[],
): void {
  notifyAll(
    database,
    people.map((one) => ({ ...one, type: 'notification.new', about: {}, audience: 'person' })),
  );
}

function notifyAll(database: Database, hints: readonly Hint[]): void {
  const packed = [...new Map(hints.map((hint) => [JSON.stringify(pack(hint)), pack(hint)])).values()];
  for (let from = 0; from < packed.length; from += hintsPerNotice) {
    const text = JSON.stringify(packed.slice(from, from + hintsPerNotice));
    // A lost notice costs freshness, nothing else: screens refresh on their own.
    database.pool.query('select pg_notify($1, $2)', [channel, text]).catch(() => {});
  }
}

type Packed = readonly [string, number, Hint['about'], number | null, Hint['audience']];

const pack = ({ type, organizationId, about, userId, audience }: Hint): Packed => [
  type,
  organizationId,
  about,
  userId,
  audience,
];

const unpack = ([type, organizationId, about, userId, audience]: Packed): Hint => ({
  type,
  organizationId,
  about,
  userId,
  audience,
});

/** A session that has ended, a person whose roles have changed, an API key that has ended or changed. */
export interface AccessChange {
  readonly kind: 'session' | 'user' | 'key';
  readonly id: number;
}

/**
 * Tells every process that someone may do less than before, so that it ends what they still have open. It leaves with the
 * commit, so it can't be lost. A NOTIFY inside a transaction makes commits wait for each other: this is not for what
 * happens often, such as logins, refreshed tokens and new members. Every statement that takes access away calls this;
 * scripts/house-check/access-changes.ts finds those that don't.
 */
export async function announceAccessChanges(
  tx: Tx,
  kind: AccessChange['kind'],
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await send(
    tx,
    sql`select pg_notify(${accessChannel}, ${`${kind}:`} || id) from unnest(${[...ids]}::bigint[]) as id`,
  );
}

export interface Subscriber {
  onHints(hints: readonly Hint[]): void;
  onAccessChange(change: AccessChange): void;
  /** Something may have been missed, of either kind. */
  onGap(): void;
}

export interface LiveFeed {
  subscribe(subscriber: Subscriber): () => void;
  /** The position in the feed. A client that comes back with it gets only what it missed. */
  position(): string;
  /** The hints after a position; undefined when they aren't known, because of a gap or because it is too long ago. */
  since(position: string): readonly Hint[] | undefined;
  stop(): Promise<void>;
}

/** One connection for each process, opened by the first subscriber. */
export function openLiveFeed(url: string): LiveFeed {
  const subscribers = new Set<Subscriber>();
  const history = new History();
  const forAll = (message: (subscriber: Subscriber) => void) => subscribers.forEach(message);
  let listening: ReturnType<typeof listen> | undefined;
  const start = () =>
    listen({
      url,
      channels: [channel, accessChannel],
      name: 'muster live',
      onNotice(payload, from) {
        if (from === accessChannel) {
          const change = accessChangeOf(payload);
          forAll((subscriber) => subscriber.onAccessChange(change));
        } else {
          const hints = (JSON.parse(payload) as Packed[]).map(unpack);
          history.add(hints);
          forAll((subscriber) => subscriber.onHints(hints));
        }
      },
      onConnect() {
        history.begin();
        forAll((subscriber) => subscriber.onGap());
      },
    });
  return {
    subscribe(subscriber) {
      subscribers.add(subscriber);
      listening ??= start();
      return () => subscribers.delete(subscriber);
    },
    position: () => history.position(),
    since: (position) => history.since(position),
    async stop() {
      await listening?.stop();
    },
  };
}

/** `session:7` */
function accessChangeOf(payload: string): AccessChange {
  const [kind, id] = payload.split(':');
  return { kind: kind as AccessChange['kind'], id: Number(id) };
}

/** About ten minutes of a busy service. A client that was away for longer loads everything again. */
const mostHints = 2_000;

/**
 * The hints of the last minutes, so that a client whose connection broke gets what it missed and nothing else. A
 * position is `<listening>.<count>`: after a gap, and in another process, the first part differs.
 */
export class History {
  #listening = randomBytes(6).toString('hex');
  #hints: Hint[] = [];
  /** How many hints there were before the first one that is kept. */
  #dropped = 0;

  /** From here on nothing is missed; what was known before has a gap behind it. */
  begin(): void {
    this.#listening = randomBytes(6).toString('hex');
    this.#hints = [];
    this.#dropped = 0;
  }

  add(hints: readonly Hint[]): void {
    this.#hints.push(...hints);
    // In steps: dropping one at a time would copy the whole list for each hint.
    if (this.#hints.length < mostHints * 2) return;
    this.#dropped += this.#hints.length - mostHints;
    this.#hints = this.#hints.slice(-mostHints);
  }

  position(): string {
    return `${this.#listening}.${this.#dropped + this.#hints.length}`;
  }

  since(position: string): readonly Hint[] | undefined {
    const [, listening, count] = /^([0-9a-f]{12})\.(\d{1,15})$/.exec(position) ?? [];
    const from = Number(count) - this.#dropped;
    if (listening !== this.#listening || from < 0 || from > this.#hints.length) return undefined;
    return this.#hints.slice(from);
  }
}
