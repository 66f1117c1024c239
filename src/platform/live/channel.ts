import pg from 'pg';
import type { RecordedEvent } from '#kernel/event.ts';
import { type Database, onCommit, type Tx } from '#platform/db/index.ts';
import { type Hint, hintOf } from './hint.ts';

const channel = 'muster_live';
const reconnectMs = 1_000;

/** PostgreSQL carries at most 8,000 bytes in a notification; a hint is at most about 120. */
const hintsPerNotice = 50;

/**
 * Tells every process of events that the relay hands on. The notice leaves after the relay's commit and outside any
 * transaction, because a NOTIFY inside one makes commits wait for each other.
 */
export function announceLive(database: Database) {
  return {
    name: 'live',
    async write(tx: Tx, events: readonly RecordedEvent[]): Promise<void> {
      const hints = distinct(events.map(hintOf));
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

export interface LiveFeed {
  /** `undefined` instead of hints: some may have been missed, everything is worth another look. */
  subscribe(hear: (hints: readonly Hint[] | undefined) => void): () => void;
  readonly size: number;
  stop(): Promise<void>;
}

/** One connection for each process, held only while somebody listens. */
export function openLiveFeed(url: string): LiveFeed {
  const ears = new Set<(hints: readonly Hint[] | undefined) => void>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const tell = (hints: readonly Hint[] | undefined) => {
    for (const hear of ears) hear(hints);
  };
  const connect = async () => {
    timer = undefined;
    if (client || stopped || ears.size === 0) return;
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
    next.on('notification', ({ payload }) => {
      if (payload) tell((JSON.parse(payload) as Packed[]).map(unpack));
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      tell(undefined);
    } catch {
      again();
    }
  };
  return {
    get size() {
      return ears.size;
    },
    subscribe(hear) {
      ears.add(hear);
      void connect();
      return () => ears.delete(hear);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      await last?.end().catch(() => {});
    },
  };
}
