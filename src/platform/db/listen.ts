import pg from 'pg';
import { findWritable } from './servers.ts';

const reconnectMs = 1_000;
const connectMs = 5_000;
/**
 * A server that is gone without a word leaves the connection open for hours, and no notice ever comes. So it is asked whether
 * it is still there, and can take so long to answer: a busy one would only get more to do from all who connect again.
 */
const usualSilenceMs = 30_000;

export interface ListenOptions {
  readonly url: string;
  readonly channels: readonly string[];
  /** The name of the connection, as PostgreSQL shows it. */
  readonly name: string;
  onNotice(payload: string, channel: string): void;
  /** Notices sent before this moment may have been missed. */
  onConnect?(): void;
  /** For tests. */
  readonly silenceMs?: number;
}

/** Listens on its own connection, because a pooled one does not keep LISTEN, and connects again when it is lost. */
export function listen(options: ListenOptions): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let asking: NodeJS.Timeout | undefined;
  let stopped = false;
  const { silenceMs = usualSilenceMs } = options;
  const connect = async () => {
    const { name, channels } = options;
    const retry = () => {
      if (!stopped) timer = setTimeout(connect, reconnectMs);
    };
    const connectionString = await findWritable(options.url).catch(() => undefined);
    if (connectionString === undefined || stopped) return retry();
    const next = new pg.Client({
      connectionString,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
      query_timeout: silenceMs,
    });
    client = next;
    const again = () => {
      if (client !== next) return;
      client = undefined;
      clearTimeout(asking);
      next.end().catch(() => {});
      retry();
    };
    const askLater = () => {
      if (client === next)
        asking = setTimeout(() => next.query('select 1').then(askLater, again), silenceMs / 3);
    };
    next.on('error', again);
    next.on('end', again);
    next.on('notification', ({ payload = '', channel }) => options.onNotice(payload, channel));
    try {
      await next.connect();
      await next.query(channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join('; '));
      askLater();
      options.onConnect?.();
    } catch {
      again();
    }
  };
  const first = connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await first;
      clearTimeout(asking);
      const last = client;
      client = undefined;
      await last?.end().catch(() => {});
    },
  };
}
