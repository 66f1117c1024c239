import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kernel/refusal.ts';
import type { Database } from '#platform/db/index.ts';

/** What this process has taken on and not answered yet. */
export interface Queued {
  readonly requests: number;
  /** Callers that wait for a connection to the database. */
  readonly forConnection: number;
}

export interface Load {
  isTooMuch(queued: Queued): boolean;
  stop?(): void;
}

export const neverOverloaded: Load = { isTooMuch: () => false };

const mostForConnection = 5_000;
const mostRequests = 10_000;
/** Fewer than this are answered, however slow the machine is: there is nothing that shedding them would help. */
const fewRequests = 100;
const longestTurnMs = 1_000;
const everyMs = 250;

/** Both grow from one reading to the next. */
export interface Reading {
  readonly wallMs: number;
  /** CPU time of the thread that answers requests. */
  readonly cpuMs: number;
}

/**
 * How long a turn of the event loop takes because of what Muster itself does. The clock alone can't tell: on a machine
 * that is busy with other work every turn is late, and so is the first one after a laptop wakes up.
 */
export class OwnTurns {
  #last: Reading;
  #averageMs = 0;

  constructor(first: Reading) {
    this.#last = first;
  }

  get averageMs(): number {
    return this.#averageMs;
  }

  /** To be called by a timer that is due every so often. How late it is shows how long the turns are. */
  take(reading: Reading, dueMs: number): void {
    const lateMs = Math.max(0, reading.wallMs - this.#last.wallMs - dueMs);
    const ownMs = Math.min(lateMs, reading.cpuMs - this.#last.cpuMs);
    this.#averageMs = (this.#averageMs + ownMs) / 2;
    this.#last = reading;
  }
}

/** Sheds by what is queued: a process with little to do answers everyone, whatever the clock says. */
export function isOverloaded(queued: Queued, ownTurnMs: number): boolean {
  if (queued.forConnection > mostForConnection || queued.requests > mostRequests) return true;
  return queued.requests > fewRequests && ownTurnMs > longestTurnMs;
}

export function measuredLoad(): Load {
  const turns = new OwnTurns(readNow());
  const timer = setInterval(() => turns.take(readNow(), everyMs), everyMs).unref();
  return {
    isTooMuch: (queued) => isOverloaded(queued, turns.averageMs),
    stop: () => clearInterval(timer),
  };
}

function readNow(): Reading {
  const { user, system } = process.threadCpuUsage();
  return { wallMs: performance.now(), cpuMs: (user + system) / 1_000 };
}

export function shedLoad(app: FastifyInstance, load: Load, { pool }: Pick<Database, 'pool'>): void {
  let requests = 0;
  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions;
    // A busy process is alive: shedding its probe would have it killed for working.
    if (config.unlimited) return done();
    if (load.isTooMuch({ requests, forConnection: pool.waitingCount }))
      return done(new Refusal('overloaded', { retryAfterSeconds: 2 }));
    if (!config.streams) {
      requests += 1;
      reply.raw.once('close', () => {
        requests -= 1;
      });
    }
    done();
  });
  app.addHook('onClose', async () => load.stop?.());
}
