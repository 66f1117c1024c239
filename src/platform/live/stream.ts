import type { ServerResponse } from 'node:http';
import type { AccessChange, LiveFeed, Subscriber } from './channel.ts';
import { type Hint, type Listener, mayReceive, sameRights } from './hint.ts';

/** A rush of sign-ups becomes one message for each shift and kind in this time, not one for each person. */
const gatherMs = 200;
/** A client that misses one asks whether the server still answers, so that people see within ten seconds if it doesn't. */
const heartbeatMs = 4_000;
/** A stream that no one closes still ends; the client connects again, with a fresh token. */
const longestMs = 10 * 60_000;
/** Changes of access are announced; this is for those that did not arrive, behind a pooler for instance. */
const recheckMs = 60_000;
/** About so soon the rights are read again if that has failed. Thousands of streams don't ask at once. */
const retryMs = 5_000;
/** A client that doesn't read is disconnected before it fills our memory. */
const mostUnreadBytes = 64 * 1_024;
/** What is left to send when the stream ends waits so long for a client that doesn't read. */
const lastWordsMs = 500;
/** More than this at once says no more than "load everything again". */
const mostWaiting = 200;

export interface StreamCaller {
  /** Whether a change may concern this caller. */
  isConcerned(change: AccessChange): boolean;
  /** What the caller may receive now; undefined when they may not listen any more. Fails when it can't be known. */
  listener(): Promise<Listener | undefined>;
}

/**
 * Sends hints as server-sent events until the client leaves, the time is up or the caller's rights change. A client
 * whose rights have changed gets an event, reconnects and receives what it may see then.
 */
export class LiveStream implements Subscriber {
  readonly #feed: LiveFeed;
  readonly #raw: ServerResponse;
  readonly #listener: Listener;
  readonly #caller: StreamCaller;
  readonly #waiting = new Set<string>();
  readonly #timers: NodeJS.Timeout[];
  #gathering: NodeJS.Timeout | undefined;
  #closing: NodeJS.Timeout | undefined;
  /** Nothing is sent while the rights are in doubt. */
  #checks = 0;
  #retry: NodeJS.Timeout | undefined;

  /** `since`: where the client's last stream broke off; it gets what came after that. */
  constructor(feed: LiveFeed, raw: ServerResponse, listener: Listener, caller: StreamCaller, since?: string) {
    this.#feed = feed;
    this.#raw = raw;
    this.#listener = listener;
    this.#caller = caller;
    this.#write(`retry: 3000\n\nevent: hello\ndata: {}\n${this.#position()}\n`);
    const unsubscribe = feed.subscribe(this);
    if (since !== undefined) this.#resume(since);
    this.#timers = [
      setInterval(() => this.#beat(), heartbeatMs),
      setInterval(() => void this.#check(), recheckMs * (0.5 + Math.random())),
      setTimeout(() => this.end(), longestMs),
    ];
    raw.once('close', () => {
      unsubscribe();
      for (const timer of this.#timers) clearInterval(timer);
      clearTimeout(this.#gathering);
      clearTimeout(this.#closing);
      clearTimeout(this.#retry);
    });
    // The feed may have been listening since before the rights were read.
    void this.#check();
  }

  end(): void {
    if (this.#raw.writableEnded) return;
    this.#waiting.clear();
    this.#closing = setTimeout(() => this.#raw.destroy(), lastWordsMs);
    this.#raw.end();
  }

  onHints(hints: readonly Hint[]): void {
    for (const hint of hints)
      if (mayReceive(this.#listener, hint)) this.#add(messageOf(hint, this.#listener));
  }

  onAccessChange(change: AccessChange): void {
    if (this.#caller.isConcerned(change)) void this.#check();
  }

  onGap(): void {
    this.#add(resync);
    void this.#check();
  }

  #resume(since: string): void {
    const missed = this.#feed.since(since);
    if (missed === undefined) this.#add(resync);
    else this.onHints(missed);
  }

  /** Shows that the connection lives, and moves the client's position on where nothing was for it. */
  #beat(): void {
    this.#write(this.#gathering === undefined ? `: still here\n${this.#position()}\n` : ': still here\n\n');
  }

  #position(): string {
    return `id: ${this.#feed.position()}\n`;
  }

  async #check(): Promise<void> {
    // The next attempt will see the same.
    if (this.#retry !== undefined) return;
    this.#checks += 1;
    try {
      const now = await this.#caller.listener();
      if (now === undefined) return this.end();
      if (sameRights(now, this.#listener)) return;
      this.#write('event: access\ndata: {}\n\n');
      this.end();
    } catch {
      this.#checkAgain();
    } finally {
      this.#checks -= 1;
    }
  }

  /** Until then the rights are in doubt: they may have changed although this process can't read them. */
  #checkAgain(): void {
    if (this.#retry !== undefined || this.#raw.writableEnded) return;
    this.#checks += 1;
    this.#retry = setTimeout(
      () => {
        this.#retry = undefined;
        void this.#check();
        this.#checks -= 1;
      },
      retryMs * (0.5 + Math.random()),
    );
  }

  #add(message: string): void {
    if (this.#waiting.size >= mostWaiting) {
      this.#waiting.clear();
      this.#waiting.add(resync);
    } else if (!this.#waiting.has(resync)) {
      this.#waiting.add(message);
    }
    this.#gathering ??= setTimeout(() => this.#flush(), gatherMs);
  }

  #flush(): void {
    if (this.#checks > 0) {
      this.#gathering = setTimeout(() => this.#flush(), gatherMs);
      return;
    }
    this.#gathering = undefined;
    this.#write(`${[...this.#waiting].join('')}${this.#position()}\n`);
    this.#waiting.clear();
  }

  #write(text: string): void {
    if (this.#raw.writableEnded || text === '') return;
    if (this.#raw.writableLength > mostUnreadBytes) this.#raw.destroy();
    else this.#raw.write(text);
  }
}

const resync = 'event: resync\ndata: {}\n\n';

function messageOf(hint: Hint, listener: Listener): string {
  const data = {
    type: hint.type,
    organization_id: hint.organizationId,
    ...hint.about,
    mine: hint.userId !== null && hint.userId === listener.userId,
  };
  return `event: change\ndata: ${JSON.stringify(data)}\n\n`;
}
