import { messagesOf, SilentStream, watched } from './live-stream.ts';
import { inTurn, pause } from './locks.ts';
import { newId } from './new-id.ts';
import { ApiProblem, isPassing, problemOf } from './problem.ts';
import { confirmAnswer } from './send.ts';
import { session, sessionFetch } from './session.ts';
import type { Hint } from './stale-after.ts';

/**
 * One stream for all tabs of a browser: it allows six connections to an address, and a stream holds one of them. One
 * tab leads, holds the stream and passes on what comes; when it closes or falls silent, another takes over and goes on
 * where the stream was.
 */
export type LiveState = 'connecting' | 'live' | 'down' | 'away';

export type LiveNews =
  | { readonly kind: 'state'; readonly state: LiveState }
  | { readonly kind: 'hint'; readonly hint: Hint }
  /** Some hints may have been missed. */
  | { readonly kind: 'resync' }
  /** The person's rights have changed. */
  | { readonly kind: 'access' };

type TabMessage =
  | {
      readonly kind: 'news';
      readonly who: number | null;
      readonly news: LiveNews;
      readonly id: string | undefined;
    }
  | { readonly kind: 'join'; readonly tab: string; readonly organizationId: number | null };

/** The service sends something every four seconds. */
const silenceMs = 25_000;
/** With the time that an answer may take, people see within ten seconds that the server is away. */
const doubtMs = 5_500;
const lookMs = 3_000;
const firstPauseMs = 1_000;
/** With the time that is added by chance, people see within ten seconds that the server is away. */
const longestAwayMs = 6_000;
const longestDownMs = 60_000;
/** A stream that ends sooner counts as a failure: connecting again at once would be a storm. */
const shortMs = 20_000;

export function joinLive(
  organizationId: number | undefined,
  signal: AbortSignal,
  receive: (news: LiveNews) => void,
): void {
  new LiveTab(organizationId ?? null, signal, receive).start();
}

class LiveTab {
  readonly #tab = newId();
  readonly #who = session.person() ?? null;
  readonly #channel = new BroadcastChannel('muster.live');
  readonly #organizationId: number | null;
  readonly #signal: AbortSignal;
  readonly #receive: (news: LiveNews) => void;
  /** What the tabs are about, as far as the leader knows. */
  readonly #wanted = new Map<string, number | null>();
  #state: LiveState = 'connecting';
  #isLeading = false;
  #lastId: string | undefined;
  #lastNewsMs = Date.now();
  #turn = new AbortController();
  #isStealing = false;
  #stream = new AbortController();
  #nap = new AbortController();

  constructor(organizationId: number | null, signal: AbortSignal, receive: (news: LiveNews) => void) {
    this.#organizationId = organizationId;
    this.#signal = signal;
    this.#receive = receive;
  }

  start(): void {
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#onMessage(data);
    const until = { signal: this.#signal };
    // A frozen page can't pass anything on.
    for (const event of ['freeze', 'pagehide'])
      window.addEventListener(event, () => this.#turn.abort(), until);
    for (const event of ['online', 'pageshow'])
      window.addEventListener(event, () => this.#nap.abort(), until);
    document.addEventListener('visibilitychange', () => this.#nap.abort(), until);
    const timer = setInterval(() => this.#look(), lookMs);
    this.#signal.addEventListener('abort', () => {
      clearInterval(timer);
      this.#turn.abort();
      this.#channel.close();
    });
    this.#send({ kind: 'join', tab: this.#tab, organizationId: this.#organizationId });
    void this.#leadInTurn();
  }

  async #leadInTurn(): Promise<void> {
    while (!this.#signal.aborted) {
      this.#turn = new AbortController();
      const steal = this.#isStealing;
      this.#isStealing = false;
      const signal = AbortSignal.any([this.#signal, this.#turn.signal]);
      await inTurn({ name: 'muster.live', signal, steal }, async (lost) => {
        this.#isLeading = true;
        await this.#lead(AbortSignal.any([signal, lost]));
      });
      this.#isLeading = false;
      this.#lastNewsMs = Date.now();
      // After a freeze there is nothing to do until the page is back; timers are paused as well.
      await pause(100, this.#signal);
    }
  }

  #onMessage(message: TabMessage): void {
    if (message.kind === 'join') {
      if (!this.#isLeading) return;
      const before = this.#narrowedTo();
      this.#wanted.set(message.tab, message.organizationId);
      this.#publish({ kind: 'state', state: this.#state });
      if (before !== this.#narrowedTo()) this.#stream.abort();
    } else if (message.who === this.#who) {
      this.#lastNewsMs = Date.now();
      this.#lastId = message.id ?? this.#lastId;
      this.#take(message.news);
    }
  }

  #take(news: LiveNews): void {
    if (news.kind === 'state') this.#state = news.state;
    const { organization_id } = news.kind === 'hint' ? news.hint : {};
    const isElsewhere =
      this.#organizationId !== null &&
      organization_id !== undefined &&
      organization_id !== this.#organizationId;
    if (isElsewhere && news.kind === 'hint' && !news.hint.mine) return;
    this.#receive(news);
  }

  /** Of the leader: for this tab and all others. */
  #publish(news: LiveNews): void {
    this.#take(news);
    this.#send({ kind: 'news', who: this.#who, news, id: this.#lastId });
  }

  #send(message: TabMessage): void {
    if (!this.#signal.aborted) this.#channel.postMessage(message);
  }

  /** Whether the leader is still there. */
  #look(): void {
    if (this.#isLeading) {
      if (this.#state !== 'live') this.#publish({ kind: 'state', state: this.#state });
      return;
    }
    const silentMs = Date.now() - this.#lastNewsMs;
    if (silentMs > silenceMs + Math.random() * lookMs) this.#takeOver('down');
    else if (silentMs > doubtMs && document.visibilityState === 'visible')
      // The leader may be a hidden tab that the browser slows down.
      confirmAnswer().catch(() => this.#takeOver('away'));
  }

  #takeOver(state: LiveState): void {
    if (this.#isLeading || this.#signal.aborted) return;
    this.#lastNewsMs = Date.now();
    this.#take({ kind: 'state', state });
    if (document.visibilityState === 'hidden') return;
    this.#isStealing = true;
    this.#turn.abort();
  }

  /** One organization where all tabs are about the same; else everything, and each tab takes what is its own. */
  #narrowedTo(): number | null {
    const wanted = new Set([this.#organizationId, ...this.#wanted.values()]);
    return wanted.size === 1 ? this.#organizationId : null;
  }

  async #lead(stop: AbortSignal): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!stop.aborted) {
      this.#stream = new AbortController();
      const openedMs = Date.now();
      let leastMs = 0;
      try {
        await this.#pass(AbortSignal.any([stop, this.#stream.signal]));
        if (Date.now() - openedMs > shortMs) pauseMs = firstPauseMs;
      } catch (error) {
        if (stop.aborted) return;
        if (this.#stream.signal.aborted) continue;
        leastMs = error instanceof ApiProblem ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
        this.#publish({ kind: 'state', state: this.#stateAfter(error) });
      }
      if (this.#state === 'connecting')
        await confirmAnswer().catch(() => this.#publish({ kind: 'state', state: 'away' }));
      // The next try may take long only where the page says that there is no stream.
      const longestMs = this.#state === 'down' ? longestDownMs : longestAwayMs;
      this.#nap = new AbortController();
      // Not all at once after a restart of the service.
      await pause(
        Math.max(leastMs, Math.min(pauseMs, longestMs) * (0.5 + Math.random())),
        AbortSignal.any([stop, this.#nap.signal]),
      );
      pauseMs = Math.min(pauseMs * 2, longestDownMs);
    }
  }

  #stateAfter(error: unknown): LiveState {
    const isAskedToWait = error instanceof ApiProblem && error.status === 429;
    if (isPassing(error) && !isAskedToWait) return 'away';
    // A stream that was open and broke off says nothing about the service yet.
    const brokeOff =
      this.#state === 'live' && !(error instanceof SilentStream) && !(error instanceof ApiProblem);
    return brokeOff ? 'connecting' : 'down';
  }

  /** Passes on what the stream says, until it ends. */
  async #pass(signal: AbortSignal): Promise<void> {
    const connection = new AbortController();
    const ended = AbortSignal.any([signal, connection.signal]);
    try {
      const stream = await open(this.#narrowedTo(), this.#lastId, ended);
      this.#publish({ kind: 'state', state: 'live' });
      for await (const { event, data, id } of watched(messagesOf(stream), watch)) {
        this.#lastId = id ?? this.#lastId;
        if (event === 'change') this.#publish({ kind: 'hint', hint: JSON.parse(data) as Hint });
        else if (event === 'resync' || event === 'access') this.#publish({ kind: event });
        else this.#publish({ kind: 'state', state: 'live' });
      }
    } finally {
      connection.abort();
    }
  }
}

const watch = { silenceMs, doubtMs, confirm: confirmAnswer };

async function open(
  organizationId: number | null,
  lastId: string | undefined,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const query = organizationId === null ? '' : `?organization_id=${organizationId}`;
  const headers = {
    accept: 'text/event-stream',
    ...(lastId !== undefined && { 'last-event-id': lastId }),
  };
  const request = new Request(`/api/v1/live${query}`, { headers, cache: 'no-store', signal });
  const response = await sessionFetch(request);
  if (!response.ok) throw await problemOf(response);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (!isStream || response.body === null) throw new ApiProblem(502, {});
  return response.body;
}
