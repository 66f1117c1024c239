import { Slots } from '#kernel/slots.ts';
import { classifyFailure, inTransaction } from '#platform/db/index.ts';
import type { OrganizationScope } from '#platform/jobs/ownership.ts';
import { createOutbound, type Outbound } from '#platform/outbound/index.ts';
import { crashPoint } from '#platform/outbox/index.ts';
import type { Platform } from '#platform/slice.ts';
import type { Capacity } from '../rules/match.ts';
import { quickMs } from '../rules/window.ts';
import { type Claim, type ClaimedRow, claimDue, planForQueue } from '../sql/queue.ts';
import { type ClaimedDelivery, Lines } from './line-up.ts';
import { type SendOptions, type Sent, send } from './send.ts';
import { Senders } from './sign.ts';
import { ResultWriter, type WrittenResults } from './store-results.ts';

export interface DispatchOptions {
  /** From sending to the last byte of the answer. */
  readonly timeoutMs?: number;
  /** For so long a taken delivery belongs to this process; longer than the timeout. */
  readonly leaseMs?: number;
  readonly pollMs?: number;
  /** How long stopping waits for what is on its way. */
  readonly graceMs?: number;
  /** Failing endpoints of these organizations don't pause between deliveries, which still go one at a time. */
  readonly urgent?: OrganizationScope;
  /** Leaves an endpoint alone that is gone or has failed for too long. */
  deactivate(endpointId: number, reason: 'gone' | 'failing'): Promise<void>;
  /** Called for every attempt that counted. */
  onSent?(sent: Sent): void;
}

/** Requests at once that answer quickly; those that take longer are counted apart, so that they take no place. */
const mostQuick = 256;
const mostSending = 1_024;
/**
 * Deliveries in memory, sent or next in line: two batches of the relay. What else waits, waits in the database and has to be
 * claimed there.
 */
const mostClaimed = 2_048;
const sweepMs = 250;
const forgetMs = 60_000;

interface Flight {
  readonly endpointId: number;
  readonly startedMs: number;
  isSlow: boolean;
}

/** Sends what is due, from one process, to many endpoints at once. Any number of them may run. */
export class Dispatcher {
  readonly #platform: Platform;
  readonly #options: Required<DispatchOptions>;
  readonly #outbound: Outbound;
  readonly #sendOptions: SendOptions;
  readonly #senders: Senders;
  readonly #results: ResultWriter;
  readonly #lines = new Lines();
  readonly #flights = new Slots<Flight>();
  readonly #stopping = new AbortController();
  readonly #asides = new Set<Promise<unknown>>();
  #slow = 0;
  #isStopped = false;
  #isDraining = false;
  #isWoken = false;
  #alarm: (() => void) | undefined;
  #loop: Promise<void> | undefined;
  #timers: NodeJS.Timeout[] = [];

  constructor(platform: Platform, options: DispatchOptions) {
    this.#platform = platform;
    this.#options = {
      timeoutMs: 15_000,
      leaseMs: 25_000,
      pollMs: 1_000,
      graceMs: 5_000,
      urgent: [],
      onSent: () => {},
      ...options,
    };
    this.#outbound = createOutbound({ allow: platform.config.allowTargets });
    this.#sendOptions = {
      outbound: this.#outbound,
      timeoutMs: this.#options.timeoutMs,
      signal: this.#stopping.signal,
      nowMs: () => platform.clock().epochMilliseconds,
    };
    this.#senders = new Senders(platform.database);
    this.#results = new ResultWriter(platform, (written) => this.#onWritten(written));
    this.#timers.push(setInterval(() => this.#findSlow(), sweepMs).unref());
    this.#timers.push(setInterval(() => this.#lines.forgetIdle(), forgetMs).unref());
  }

  /** Looks for work whenever it is woken, and each second. */
  start(): void {
    this.#loop = (async () => {
      while (!this.#isStopped) {
        await this.#claimQuietly();
        await this.#rest(this.#options.pollMs);
      }
    })();
  }

  wake(): void {
    this.#isWoken = true;
    this.#alarm?.();
  }

  capacity(): Capacity {
    const unwritten = this.#results.size;
    return this.#lines.capacity(this.#isStopped ? 0 : mostClaimed + this.#slow - unwritten);
  }

  newClaim(): Claim {
    return {
      token: Math.floor(Math.random() * Number.MAX_SAFE_INTEGER),
      until: this.#platform.clock().add({ milliseconds: this.#options.leaseMs }),
    };
  }

  /** Sends what was taken under this claim, with this much capacity. */
  async accept(rows: readonly ClaimedRow[], claim: Claim, capacity: Capacity): Promise<void> {
    const unknown = rows.filter((row) => !this.#senders.find(row.endpoint_id, row.version));
    if (unknown.length > 0) await this.#senders.load([...new Set(unknown.map((row) => row.endpoint_id))]);
    if (this.#isStopped) return await this.#results.release(rows);
    const leaseEndsMs = claim.until.epochMilliseconds;
    this.#lines.add(
      rows.map((row) => ({ row, leaseEndsMs })),
      capacity,
    );
    this.#pump();
  }

  /** There is more for these endpoints than was taken. */
  expectMore(endpointIds: Iterable<number>): void {
    if (this.#lines.expectMore(endpointIds)) this.wake();
  }

  /** Does what is due, until nothing is left or the time is up. */
  async drain(deadlineMs: number): Promise<void> {
    this.#isDraining = true;
    while (performance.now() < deadlineMs) {
      // What ends while we look may have been in the way of what we are looking for.
      const wasIdle = this.#lines.held === 0;
      if (wasIdle) await this.#results.flush();
      if ((await this.#claim()) === 0 && wasIdle) break;
      await this.#rest(100);
    }
    await this.#results.flush();
    await Promise.all(this.#asides);
  }

  /** Lets what is on its way arrive, within its grace; all else is given back for others to send. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.wake();
    await this.#loop;
    await this.#results.release(this.#lines.empty());
    const graceEndsMs = performance.now() + this.#options.graceMs;
    while (this.#lines.held > 0 && performance.now() < graceEndsMs) await this.#rest(10);
    this.#stopping.abort();
    while (this.#lines.held > 0) await this.#rest(1);
    await this.#results.abandon();
    await Promise.all(this.#asides);
    for (const timer of this.#timers) clearInterval(timer);
    await this.#outbound.close();
  }

  async #claimQuietly(): Promise<void> {
    try {
      await this.#claim();
    } catch (error) {
      // What waits stays where it is; the next look finds it.
      const level = classifyFailure(error) === undefined ? 'error' : 'debug';
      this.#platform.log[level]({ err: error }, 'deliveries could not be taken');
    }
  }

  async #claim(): Promise<number> {
    this.#isWoken = false;
    const capacity = this.capacity();
    if (capacity.total === 0) return 0;
    const claim = this.newClaim();
    const rows = await inTransaction(this.#platform.database, {}, async (tx) => {
      await planForQueue(tx);
      return await claimDue(tx, this.#platform.clock(), capacity, claim, this.#options.urgent);
    });
    if (rows.length > 0) await this.accept(rows, claim, capacity);
    return rows.length;
  }

  async #rest(longestMs: number): Promise<void> {
    if (this.#isWoken && !this.#isStopped) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, longestMs);
    this.#alarm = resolve;
    await promise;
    clearTimeout(timer);
    this.#alarm = undefined;
  }

  #pump(): void {
    while (this.#flights.size - this.#slow < mostQuick && this.#flights.size < mostSending) {
      const held = this.#lines.next();
      if (!held) return;
      this.#fly(held);
    }
  }

  #fly({ row, leaseEndsMs }: ClaimedDelivery): void {
    const sender = this.#senders.find(row.endpoint_id, row.version);
    const sentMs = this.#sendOptions.nowMs();
    // Its lease could end while it is on its way: then another process would send it too.
    const isLate = leaseEndsMs - sentMs < this.#options.timeoutMs;
    if (!sender || isLate) {
      this.#lines.finish(row.endpoint_id, undefined);
      this.#aside(this.#results.release([row]));
      return;
    }
    const flight: Flight = { endpointId: row.endpoint_id, startedMs: performance.now(), isSlow: false };
    const leave = this.#flights.add(flight);
    void send(row, sender, sentMs, this.#sendOptions).then((sent) => {
      leave();
      this.#land(row, flight, sent);
    });
  }

  #land(row: ClaimedRow, flight: Flight, sent: Sent | undefined): void {
    crashPoint('after-send');
    if (flight.isSlow) this.#slow -= 1;
    const runsLow = this.#lines.finish(
      row.endpoint_id,
      sent && { succeeded: sent.status === 'succeeded', durationMs: sent.durationMs },
    );
    if (sent) this.#results.push(sent);
    else this.#aside(this.#results.release([row]));
    this.#pump();
    if (runsLow || this.#isStopped || (this.#isDraining && this.#lines.held === 0)) this.wake();
  }

  #findSlow(): void {
    const before = performance.now() - quickMs;
    for (const flight of this.#flights) {
      if (flight.startedMs > before || flight.isSlow) continue;
      flight.isSlow = true;
      this.#slow += 1;
      this.#lines.slowDown(flight.endpointId);
    }
    this.#pump();
  }

  #onWritten({ sent, versions, deactivate, recovered }: WrittenResults): void {
    for (const one of sent) this.#options.onSent(one);
    for (const { endpointId, reason } of deactivate) this.#aside(this.#deactivate(endpointId, reason));
    const outdated = [...versions].flatMap(([id, version]) => this.#lines.takeOutdated(id, version));
    if (outdated.length > 0) this.#aside(this.#giveBack(outdated));
    if (recovered) this.wake();
  }

  async #deactivate(endpointId: number, reason: 'gone' | 'failing'): Promise<void> {
    this.#lines.hold(endpointId);
    try {
      await this.#options.deactivate(endpointId, reason);
    } finally {
      await this.#giveBack(this.#lines.letGo(endpointId));
    }
  }

  /** If their endpoint is still active, they are claimed again, as it is now. */
  async #giveBack(rows: readonly ClaimedRow[]): Promise<void> {
    await this.#results.release(rows);
    this.wake();
  }

  #aside(work: Promise<unknown>): void {
    const done = work
      .catch((error: unknown) =>
        this.#platform.log.error({ err: error }, 'webhook delivery not finished; it will be retried'),
      )
      .finally(() => this.#asides.delete(done));
    this.#asides.add(done);
  }
}
