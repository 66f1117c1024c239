import type { Clock } from '#kernel/time.ts';
import type { Config } from '#platform/config/index.ts';
import type { Database, Tx } from '#platform/db/index.ts';
import type { Route } from '#platform/http/route.ts';
import type { JobHandler } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/index.ts';
import type { Reaction } from '#platform/outbox/index.ts';

/** What a slice is given to work with. */
export interface Platform {
  readonly database: Database;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** Where people reach this installation, without a slash at the end. */
  publicUrl(): string;
}

/** One capability, as the application plugs it in. */
export interface Slice {
  readonly name: string;
  routes?(platform: Platform): Route[];
  reactions?(platform: Platform): Reaction[];
  jobs?(platform: Platform): JobHandler[];
  /** Demo data of this slice; run in the order of the list, on an empty database. */
  demo?(tx: Tx, now: Temporal.Instant): Promise<void>;
}
