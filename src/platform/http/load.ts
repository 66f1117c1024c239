import type { FastifyReply } from 'fastify';
import { Refusal } from '#kernel/refusal.ts';
import { Slots } from '#kernel/slots.ts';
import type { Database } from '#platform/db/index.ts';
import { countRequestsInWork } from '#platform/jobs/give-way.ts';

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

/** How long a handler can take before its caller gets a 503. */
const usualAnswerMs = 25_000;
/** Beyond that, a client on a slow network gets this much time for a long file: 64 KiB in a second. */
const slowestBytesPerMs = 65.536;

/**
 * The requests of this process that have no response yet. One timer looks for those that take too long: Fastify's
 * `handlerTimeout`, with a timer, an AbortController and two listeners for each request, took 5 % of the CPU time of `GET /healthz`.
 */
export class OpenRequests {
  readonly #load: Load;
  readonly #pool: Database['pool'];
  readonly #replies = new Slots<FastifyReply>();
  readonly #timer: NodeJS.Timeout;
  readonly #endCount: () => void;

  constructor({ pool }: Pick<Database, 'pool'>, load: Load, answerMs = usualAnswerMs) {
    this.#load = load;
    this.#pool = pool;
    this.#timer = setInterval(() => this.#refuseOlderThan(answerMs), answerMs / 25).unref();
    this.#endCount = countRequestsInWork(() => this.#inWork());
  }

  get areTooMany(): boolean {
    return this.#load.isTooMuch({
      requests: this.#replies.size,
      forConnection: this.#pool.waitingCount,
    });
  }

  add(reply: FastifyReply): void {
    reply.raw.on('close', this.#replies.add(reply));
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#endCount();
    this.#load.stop?.();
  }

  /** Counted when someone asks, so that a request does nothing for it. */
  #inWork(): number {
    let count = 0;
    for (const reply of this.#replies) if (isInWork(reply)) count += 1;
    return count;
  }

  #refuseOlderThan(answerMs: number): void {
    const isLate = (reply: FastifyReply) => reply.elapsedTime >= answerMs + readingMs(reply);
    for (const reply of this.#replies.takeOut(isLate)) {
      if (reply.raw.headersSent) reply.raw.destroy();
      else if (!reply.sent && !reply.isBeingSent)
        void reply.send(new Refusal('overloaded', { retryAfterSeconds: 2 }));
    }
  }
}

/** Not so while its body is still arriving, or its answer is on the way to a client that reads slowly. */
function isInWork({ request, raw }: FastifyReply): boolean {
  return request.raw.complete && !raw.writableEnded && !raw.writableNeedDrain;
}

function readingMs(reply: FastifyReply): number {
  return reply.raw.headersSent ? Number(reply.getHeader('content-length') ?? 0) / slowestBytesPerMs : 0;
}
