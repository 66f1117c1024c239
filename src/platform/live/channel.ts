import pg from 'pg';
import type { RecordedEvent } from '#kernel/event.ts';
import { type Database, onCommit, type Tx } from '#platform/db/index.ts';
import { type Hint, hintOf } from './hint.ts';
import { History } from './history.ts';

const channel = 'muster_live';
const accessChannel = 'muster_access';
const reconnectMs = 1_000;

/** PostgreSQL carries at most 8,000 bytes in a notification; a hint is at most about 120. */
const hintsPerNotice = 50;

/** Which of these shifts are drafts: an event about a registration does not say it. */
export type FindDrafts = (tx: Tx, shiftIds: readonly number[]) => Promise<ReadonlySet<number>>;

/**
 * Tells every process of events that the relay hands on. The notice leaves after the relay's commit and outside any
 * transaction, because a NOTIFY inside one makes commits wait for each other.
 */
export function announceLive(database: Database, findDrafts: FindDrafts) {
  return {
    name: 'live',
    async write(tx: Tx, events: readonly RecordedEvent[]): Promise<void> {
      const hints = await withDrafts(tx, distinct(events.map(hintOf)), findDrafts);
      onCommit(tx, () => {
        for (let from = 0; from < hints.length; from += hintsPerNotice) {
          const text = JSON.stringify(hints.slice(from, from + hintsPerNotice).map(pack));
          // A lost notice costs freshness, nothing else: screens look again by themselves.
          database.pool.query('select pg_notify($1, $2)', [channel, text]).catch(() => {});
        }
      });
    },
  };
}

async function withDrafts(tx: Tx, hints: readonly Hint[], findDrafts: FindDrafts): Promise<readonly Hint[]> {
  const shiftIds = [...new Set(hints.flatMap(({ shiftId }) => shiftId ?? []))];
  if (shiftIds.length === 0) return hints;
  const drafts = await findDrafts(tx, shiftIds);
  return hints.map((hint) =>
    hint.shiftId !== null && drafts.has(hint.shiftId) ? { ...hint, draft: true } : hint,
  );
}

type Packed = readonly [string, number, number | null, number | null, 0 | 1];

const pack = ({ type, organizationId, shiftId, userId, draft }: Hint): Packed => [
  type,
  organizationId,
  shiftId,
  userId,
  draft ? 1 : 0,
];

const unpack = ([type, organizationId, shiftId, userId, draft]: Packed): Hint => ({
  type,
  organizationId,
  shiftId,
  userId,
  draft: draft === 1,
});

function distinct(hints: readonly Hint[]): Hint[] {
  return [...new Map(hints.map((hint) => [JSON.stringify(pack(hint)), hint])).values()];
}

/** Somebody may do less than before; migrations/0026_access_changes.sql says what counts. */
export interface AccessChange {
  readonly kind: 'session' | 'user' | 'key';
  readonly id: number;
}

export interface Subscriber {
  onHints(hints: readonly Hint[]): void;
  onAccessChange(change: AccessChange): void;
  /** Something may have been missed, of either kind. */
  onGap(): void;
}

export interface LiveFeed {
  subscribe(subscriber: Subscriber): () => void;
  /** Where the feed stands. A client that comes back with it gets only what it missed. */
  position(): string;
  /** The hints after a position; undefined when they aren't known, because of a gap or because it is too long ago. */
  since(position: string): readonly Hint[] | undefined;
  stop(): Promise<void>;
}

/** One connection for each process, open only while there is a subscriber. */
export function openLiveFeed(url: string): LiveFeed {
  const subscribers = new Set<Subscriber>();
  const history = new History();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const tell = (message: (subscriber: Subscriber) => void) => subscribers.forEach(message);
  const connect = async () => {
    timer = undefined;
    if (client || stopped || subscribers.size === 0) return;
    const next = new pg.Client({ connectionString: url, application_name: 'muster live', keepAlive: true });
    client = next;
    const again = () => {
      if (client !== next) return;
      client = undefined;
      next.end().catch(() => {});
      if (!stopped) timer ??= setTimeout(connect, reconnectMs);
    };
    next.on('error', again);
    next.on('end', again);
    next.on('notification', ({ channel: from, payload = '' }) => {
      if (from === accessChannel) {
        const change = accessChangeOf(payload);
        tell((subscriber) => subscriber.onAccessChange(change));
      } else {
        const hints = (JSON.parse(payload) as Packed[]).map(unpack);
        history.add(hints);
        tell((subscriber) => subscriber.onHints(hints));
      }
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}; listen ${accessChannel}`);
      history.begin();
      tell((subscriber) => subscriber.onGap());
    } catch {
      again();
    }
  };
  return {
    subscribe(subscriber) {
      subscribers.add(subscriber);
      void connect();
      return () => subscribers.delete(subscriber);
    },
    position: () => history.position(),
    since: (position) => history.since(position),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      await last?.end().catch(() => {});
    },
  };
}

/** `session:7` */
function accessChangeOf(payload: string): AccessChange {
  const [kind, id] = payload.split(':');
  return { kind: kind as AccessChange['kind'], id: Number(id) };
}
