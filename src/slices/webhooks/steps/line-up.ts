import type { Capacity } from '../rules/match.ts';
import { firstWindow, narrow, reach, type Window, widen } from '../rules/window.ts';
import type { ClaimedRow } from '../sql/queue.ts';

/** A delivery that this process holds, until its lease ends. */
export interface ClaimedDelivery {
  readonly row: ClaimedRow;
  readonly leaseEndsMs: number;
}

/** What is on its way to one endpoint, and what comes next. */
interface Line {
  readonly endpointId: number;
  window: Window;
  sending: number;
  waiting: ClaimedDelivery[];
  /** Nothing is sent to it until someone has decided what becomes of it. */
  isHeld: boolean;
  /** It was given as much as its capacity allowed, so there is probably more of it in the database. */
  hasMore: boolean;
}

/** A line for each endpoint. They take turns, so that a long one does not hold up the others. */
export class Lines {
  readonly #lines = new Map<number, Line>();
  readonly #ready = new Set<Line>();
  #held = 0;

  /** Waiting and being sent. */
  get held(): number {
    return this.#held;
  }

  /** How much can be taken in, of which endpoint. */
  capacity(total: number): Capacity {
    const busy = [...this.#lines.values()];
    return {
      total: Math.max(0, total - this.#held),
      each: reach(firstWindow),
      endpointIds: busy.map(({ endpointId }) => endpointId),
      capacities: busy.map((line) =>
        line.isHeld ? 0 : Math.max(0, reach(line.window) - line.sending - line.waiting.length),
      ),
    };
  }

  /** Adds what was claimed with this much capacity. */
  add(taken: readonly ClaimedDelivery[], capacity: Capacity): void {
    const capacities = new Map(
      capacity.endpointIds.map((id, index) => [id, capacity.capacities[index] ?? 0]),
    );
    for (const [endpointId, group] of Map.groupBy(taken, ({ row }) => row.endpoint_id)) {
      const line = this.#line(endpointId);
      line.waiting.push(...group);
      line.hasMore = group.length >= (capacities.get(endpointId) ?? capacity.each);
      this.#held += group.length;
      this.#updateTurn(line);
    }
    if (taken.length >= capacity.total) for (const line of this.#lines.values()) line.hasMore = true;
  }

  /** Answers whether some of them could take more at once. */
  expectMore(endpointIds: Iterable<number>): boolean {
    let hasCapacity = false;
    for (const endpointId of endpointIds) {
      const line = this.#line(endpointId);
      line.hasMore = true;
      hasCapacity ||= line.sending + line.waiting.length < reach(line.window);
    }
    return hasCapacity;
  }

  /** The next one to be sent; it counts as being sent until `finish` is called. */
  next(): ClaimedDelivery | undefined {
    for (const line of this.#ready) {
      this.#ready.delete(line);
      const held = line.waiting.shift();
      if (!held) continue;
      line.sending += 1;
      this.#updateTurn(line);
      return held;
    }
    return undefined;
  }

  /** Answers whether the line has run so low that more should be fetched. */
  finish(endpointId: number, outcome: { succeeded: boolean; durationMs: number } | undefined): boolean {
    const line = this.#line(endpointId);
    line.sending -= 1;
    this.#held -= 1;
    if (outcome) {
      const { succeeded, durationMs } = outcome;
      line.window = succeeded ? widen(line.window, durationMs) : narrow(line.window);
    }
    this.#updateTurn(line);
    return line.hasMore && (line.sending + line.waiting.length) * 2 <= reach(line.window);
  }

  /** One of its requests takes long: no more than a few at once until it has answered. */
  slowDown(endpointId: number): void {
    const line = this.#line(endpointId);
    line.window = { size: Math.min(line.window.size, firstWindow.size), quick: false };
    this.#updateTurn(line);
  }

  /** All that waits, taken out. */
  empty(): ClaimedRow[] {
    return [...this.#lines.values()].flatMap((line) => this.#takeOut(line, () => true));
  }

  /** What waits for an endpoint that has been changed, deactivated or deleted since it was claimed, taken out. */
  takeOutdated(endpointId: number, version: number): ClaimedRow[] {
    return this.#takeOut(this.#line(endpointId), (row) => row.version < version);
  }

  hold(endpointId: number): void {
    const line = this.#line(endpointId);
    line.isHeld = true;
    this.#updateTurn(line);
  }

  /** Ends the hold. Returns what waits, taken out. */
  letGo(endpointId: number): ClaimedRow[] {
    const line = this.#line(endpointId);
    line.isHeld = false;
    return this.#takeOut(line, () => true);
  }

  /** Endpoints that nothing goes to are forgotten; they start again from the beginning. */
  forgetIdle(): void {
    for (const line of this.#lines.values())
      if (line.sending === 0 && line.waiting.length === 0 && !line.isHeld)
        this.#lines.delete(line.endpointId);
  }

  #line(endpointId: number): Line {
    let line = this.#lines.get(endpointId);
    if (!line) {
      line = { endpointId, window: firstWindow, sending: 0, waiting: [], isHeld: false, hasMore: false };
      this.#lines.set(endpointId, line);
    }
    return line;
  }

  #takeOut(line: Line, isWanted: (row: ClaimedRow) => boolean): ClaimedRow[] {
    const taken = line.waiting.filter(({ row }) => isWanted(row));
    if (taken.length > 0) line.waiting = line.waiting.filter(({ row }) => !isWanted(row));
    this.#held -= taken.length;
    this.#updateTurn(line);
    return taken.map(({ row }) => row);
  }

  #updateTurn(line: Line): void {
    if (line.waiting.length > 0 && line.sending < line.window.size && !line.isHeld) this.#ready.add(line);
    else this.#ready.delete(line);
  }
}
