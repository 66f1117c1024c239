import { setTimeout as sleep } from 'node:timers/promises';
import { classifyFailure, type Database } from '#platform/db/index.ts';
import { listen } from '#platform/db/listen.ts';
import { letRequestsGoFirst } from '#platform/jobs/give-way.ts';
import type { Log } from '#platform/log/index.ts';
import { batchSize, relayOnce } from './hand-over.ts';
import type { Fanout, Reaction } from './reactions.ts';
import { onWake } from './wake.ts';

const pollIntervalMs = 1_000;
const notifyPauseMs = 10;
/**
 * After each hand-over the relay rests for as long as it took, and at most so long. Under load, fewer and larger batches
 * follow each other: with 64 connections there are 13 % more sign-ups a second.
 */
const longestRestMs = 50;
const channel = 'muster_outbox';

export interface Relay {
  stop(): Promise<void>;
}

export function startRelay(
  database: Database,
  url: string,
  reactions: readonly Reaction[],
  log: Log,
  fanouts: readonly Fanout[] = [],
  pollMs = pollIntervalMs,
): Relay {
  let stopped = false;
  let pending = true;
  let alarm: (() => void) | undefined;
  const wake = () => {
    pending = true;
    alarm?.();
  };
  const forget = onWake(wake);
  const listener = listen({
    url,
    channels: [channel],
    name: 'muster relay',
    onNotice: wake,
    onConnect: wake,
  });

  const wait = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      alarm = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const resting = new AbortController();
  const loop = (async () => {
    while (!stopped) {
      await letRequestsGoFirst(0, resting.signal);
      pending = false;
      const beganMs = performance.now();
      try {
        while ((await relayOnce(database, reactions, fanouts)) >= batchSize && !stopped);
      } catch (error) {
        // The rows stay where they are; the next poll finds them.
        log[classifyFailure(error) === undefined ? 'error' : 'debug']({ err: error }, 'relay failed');
      }
      const workedMs = performance.now() - beganMs;
      await sleep(Math.min(longestRestMs, workedMs), undefined, { signal: resting.signal }).catch(() => {});
      await letRequestsGoFirst(workedMs, resting.signal);
      if (!pending && !stopped) await wait();
    }
  })();
  return {
    async stop() {
      stopped = true;
      resting.abort();
      forget();
      alarm?.();
      await Promise.all([loop, listener.stop()]);
    },
  };
}

/**
 * A process without a relay notifies the others: at once, then at most once in 10 ms, and never inside a transaction. Waiting
 * before the first one as well would add these 10 ms to every delivery.
 */
export function startNotifier(database: Database): { stop(): void } {
  let pause: NodeJS.Timeout | undefined;
  let isDue = false;
  const notify = () => {
    isDue = false;
    pause = setTimeout(() => {
      pause = undefined;
      if (isDue) notify();
    }, notifyPauseMs);
    // Lost notifications are made up for by the relay's poll.
    database.pool.query(`notify ${channel}`).catch(() => {});
  };
  const forget = onWake(() => {
    if (pause) isDue = true;
    else notify();
  });
  return {
    stop() {
      forget();
      clearTimeout(pause);
    },
  };
}
