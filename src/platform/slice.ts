import type { Actor } from '#kernel/actor.ts';
import type { Call } from '#kernel/call.ts';
import type { EventType } from '#kernel/event.ts';
import type { Clock } from '#kernel/time.ts';
import type { Config } from '#platform/config/index.ts';
import type { SigningKeys } from '#platform/credentials/signing-keys.ts';
import type { Tokens } from '#platform/credentials/tokens.ts';
import type { Expiring } from '#platform/db/clean-up.ts';
import type { Database, Reader, Tx } from '#platform/db/index.ts';
import type { Credential } from '#platform/http/request.ts';
import type { Route } from '#platform/http/route.ts';
import type { Job, JobHandler } from '#platform/jobs/index.ts';
import type { Log } from '#platform/log/index.ts';
import type { EventKey, Fanout, Reaction } from '#platform/outbox/index.ts';

/** What a slice is given to work with. */
export interface Platform {
  readonly database: Database;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: SigningKeys;
  readonly tokens: Tokens;
  /** What each slice holds on a person: for export and erasure. */
  readonly personalData: readonly PersonalData[];
  /** What slices do in the transactions of the slices below them. */
  readonly followUps: readonly FollowUp[];
  /** Where people reach this installation, without a slash at the end. */
  publicUrl(): string;
}

/** A slice's part in answering "what do you hold on me?" and "forget me". */
export interface PersonalData {
  readonly name: string;
  /** Long lists can be iterators: their rows are made while they are written. */
  export(db: Reader, userId: number, now: Temporal.Instant): Promise<unknown>;
  /**
   * Removes much of what no one else waits for, such as old texts. All slices do this before any of them locks shifts:
   * clearing 18,000 notes took longer than sign-ups for these shifts should wait.
   */
  forgetAhead?(tx: Tx, call: Call, userId: number): Promise<void>;
  /** Types of its events about a person that have a `reason` which someone has typed. It is removed with the account. */
  readonly reasonsIn?: readonly string[];
  /** Removes the reasons from its copies of these events. */
  forgetReasons?(tx: Tx, events: readonly EventKey[]): Promise<void>;
  /** Removes or anonymises; totals and the audit log stay true. */
  erase(tx: Tx, call: Call, userId: number, platform: Platform): Promise<void>;
}

/**
 * Where a slice lets the slices above it do their part in the same transaction. It knows none of them: each lists its
 * parts in `followUps`, and `src/app` collects them from the lowest slice to the highest.
 */
export class FollowUpPoint<Part> {
  with(part: Part): FollowUp {
    return { point: this, part };
  }

  partsOf({ followUps }: Pick<Platform, 'followUps'>): Part[] {
    return followUps.filter(({ point }) => point === this).map(({ part }) => part as Part);
  }

  /** For a point that exactly one slice follows. */
  partOf(platform: Pick<Platform, 'followUps'>): Part {
    const [part] = this.partsOf(platform);
    if (part === undefined) throw new Error('no slice in the list follows this point');
    return part;
  }
}

export interface FollowUp {
  readonly point: object;
  readonly part: unknown;
}

/** Work at fixed times, once in the whole cluster. */
export interface CronEntry {
  /** In the crontab's own notation, UTC. */
  readonly pattern: string;
  readonly job: Job<Record<string, never>>;
}

/** One piece of the daily work, done for hundreds of organizations together. Safe to repeat. */
export interface DailyTask {
  readonly name: string;
  run(call: Call, organizationIds: readonly number[]): Promise<unknown>;
}

export interface Serving {
  readonly routes: readonly Route[];
  stop(): Promise<void>;
}

/** One capability, as the application plugs it in. */
export interface Slice {
  readonly name: string;
  routes?(platform: Platform): Route[];
  /** What the tags of its routes stand for, in the API reference. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Routes that keep connections open. */
  serve?(platform: Platform, authenticate: (header: string) => Promise<Actor>): Serving;
  readonly events?: readonly EventType[];
  /** Those of its events that anyone may know of: open screens of visitors are notified of them. */
  readonly publicEvents?: readonly EventType[];
  reactions?(platform: Platform): Reaction[];
  fanouts?(platform: Platform): Fanout[];
  jobs?(platform: Platform): JobHandler[];
  readonly cron?: readonly CronEntry[];
  dailyTasks?(platform: Platform): DailyTask[];
  /** Whose credentials it can recognize in the Authorization header. */
  credentials?(platform: Platform): Credential[];
  /** Rows of its tables that are kept for a while only; the clean-up removes them. */
  readonly expiring?: readonly Expiring[];
  /** Work that goes on in every worker process, beside the jobs. */
  startWork?(platform: Platform): { stop(): Promise<void> };
  readonly personalData?: PersonalData | readonly PersonalData[];
  readonly followUps?: readonly FollowUp[];
}
