import { setTimeout as sleep } from 'node:timers/promises';
import { classifyFailure, inTransaction } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { hasFailedTooLong, healthChanges } from '../rules/health.ts';
import { cancelWaiting } from '../sql/endpoints.ts';
import { type ClaimedRow, planForQueue, release } from '../sql/queue.ts';
import { writeHealth, writeResults } from '../sql/results.ts';
import type { Sent } from './send.ts';

const batchSize = 500;
/** Results that come within so short a time are written together: with 5 ms instead, 5 % fewer deliveries are made in a second. */
const gatherMs = 20;
const retryPauseMs = 500;

export interface WrittenResults {
  readonly sent: readonly Sent[];
  /** Of the endpoints, as they are now. */
  readonly versions: ReadonlyMap<number, number>;
  /** Endpoints that are to be left alone from now on, and why. */
  readonly deactivate: readonly { readonly endpointId: number; readonly reason: 'gone' | 'failing' }[];
  /** Some endpoint has recovered: what waits for it can go. */
  readonly recovered: boolean;
}

/**
 * Writes results down, many at a time: while one batch is being written the next one gathers. When the database is
 * away they are kept until it is back, or until nobody waits any more.
 */
export class ResultWriter {
  readonly #platform: Pick<Platform, 'database' | 'clock' | 'log'>;
  readonly #onWritten: (written: WrittenResults) => void;
  #waiting: Sent[] = [];
  #loop: Promise<void> | undefined;
  #isAbandoned = false;

  constructor(
    platform: Pick<Platform, 'database' | 'clock' | 'log'>,
    onWritten: (written: WrittenResults) => void,
  ) {
    this.#platform = platform;
    this.#onWritten = onWritten;
  }

  get size(): number {
    return this.#waiting.length;
  }

  push(sent: Sent): void {
    this.#waiting.push(sent);
    this.#loop ??= this.#run().finally(() => {
      this.#loop = undefined;
    });
  }

  /** Resolves when everything is written. */
  async flush(): Promise<void> {
    while (this.#loop) await this.#loop;
  }

  /** What can't be written is sent again by another process when its lease runs out. */
  async abandon(): Promise<void> {
    this.#isAbandoned = true;
    await this.flush();
  }

  /** Gives back what was taken and not sent, unless its endpoint is no longer active. A failure costs the wait for the lease. */
  async release(rows: readonly ClaimedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const { database, clock } = this.#platform;
    await inTransaction(database, {}, async (tx) => {
      await planForQueue(tx);
      const now = clock();
      await release(tx, rows, now);
      await cancelWaiting(tx, now, [...new Set(rows.map((row) => row.endpoint_id))]);
    }).catch(() => {});
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, batchSize);
      try {
        const written = await this.#write(batch);
        this.#waiting = this.#waiting.slice(batch.length);
        this.#onWritten(written);
      } catch (error) {
        if (classifyFailure(error) === undefined && batch.length > 1) {
          await this.#writeSingly(batch);
          continue;
        }
        this.#platform.log[classifyFailure(error) === undefined ? 'error' : 'debug'](
          { err: error },
          'results of deliveries could not be written yet',
        );
        if (this.#isAbandoned) return;
        // One that can never be written must not block the others; its lease brings it back.
        if (classifyFailure(error) === undefined) this.#waiting = this.#waiting.slice(1);
        await sleep(retryPauseMs);
        continue;
      }
      await sleep(gatherMs);
    }
  }

  /** Finds out which of them cannot be written. */
  async #writeSingly(batch: readonly Sent[]): Promise<void> {
    for (const one of batch) {
      try {
        this.#onWritten(await this.#write([one]));
      } catch (error) {
        this.#platform.log.error(
          { err: error, attempt: one.attemptId },
          'could not save the result of a webhook delivery',
        );
      }
    }
    this.#waiting = this.#waiting.slice(batch.length);
  }

  async #write(batch: readonly Sent[]): Promise<WrittenResults> {
    const { database, clock } = this.#platform;
    const now = clock();
    return await inTransaction(database, {}, async (tx) => {
      await planForQueue(tx);
      const counted = await writeResults(tx, batch, now);
      const sent = batch.filter(({ attemptId }) => counted.has(attemptId));
      const changes = healthChanges(
        sent.map(({ endpointId, failing, status }) => ({
          endpointId,
          failing,
          succeeded: status === 'succeeded',
        })),
      );
      const health = changes.length === 0 ? [] : await writeHealth(tx, changes, now);
      const failing = health.filter((row) =>
        hasFailedTooLong(
          {
            consecutiveFailures: row.consecutive_failures,
            failingSinceMs: row.failing_since?.epochMilliseconds ?? null,
          },
          now.epochMilliseconds,
        ),
      );
      return {
        sent,
        versions: new Map(sent.map(({ attemptId, endpointId }) => [endpointId, counted.get(attemptId) ?? 0])),
        deactivate: [
          ...sent.flatMap(({ gone, endpointId }) => (gone ? [{ endpointId, reason: 'gone' as const }] : [])),
          ...failing.map(({ id }) => ({ endpointId: id, reason: 'failing' as const })),
        ],
        recovered: changes.some(({ succeeded }) => succeeded),
      };
    });
  }
}
