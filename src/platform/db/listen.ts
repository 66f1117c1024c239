import pg from 'pg';
import { findWritable } from './servers.ts';

const reconnectMs = 1_000;
/**
 * A server that is gone without a word leaves the connection open for hours, and no notice ever comes. So it is asked whether
 * it is still there.
 */
const usualAskMs = 10_000;
const answerMs = 5_000;

export interface ListenOptions {
  readonly url: string;
  readonly channels: readonly string[];
  /** The name of the connection, as PostgreSQL shows it. */
  readonly name: string;
  onNotice(payload: string, channel: string): void;
  /** Notices sent before this moment may have been missed. */
  onConnect?(): void;
  /** For tests. */
  readonly askMs?: number;
}

/** Listens on its own connection, because a pooled one does not keep LISTEN, and connects again when it is lost. */
export function listen(options: ListenOptions): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let asking: NodeJS.Timeout | undefined;
  let stopped = false;
  const { askMs = usualAskMs } = options;
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
      connectionTimeoutMillis: answerMs,
      query_timeout: Math.min(askMs, answerMs),
    });
    client = next;
    const again = () => {
      if (client !== next) return;
      client = undefined;
      clearInterval(asking);
      next.end().catch(() => {});
      retry();
    };
    next.on('error', again);
    next.on('end', again);
    next.on('notification', ({ payload = '', channel }) => options.onNotice(payload, channel));
    try {
      await next.connect();
      await next.query(channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join('; '));
      if (client !== next) return;
      asking = setInterval(() => void next.query('select 1').catch(again), askMs);
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
      clearInterval(asking);
      const last = client;
      client = undefined;
      await last?.end().catch(() => {});
    },
  };
}
