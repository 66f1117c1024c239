import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { OutboundError, outboundErrorOf } from './error.ts';

export interface ExchangeAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Buffer;
}

interface ExchangeOptions {
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly signal: AbortSignal | undefined;
  resolve(answer: ExchangeAnswer): void;
  fail(error: unknown): void;
}

/** So much of an answer is read only to keep its connection; of a longer one the connection is closed. */
const discardBytes = 64 * 1024;

/** One request and the beginning of its answer. Settles exactly once. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = (): void => this.#fail(this.#options.signal?.reason);
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #retryAfter: string | undefined;
  #contentType: string | undefined;
  #received = 0;
  #isDone = false;
  #isOver = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#timer = setTimeout(() => this.#fail(new OutboundError('timeout')), options.timeoutMs);
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It has timed out while it waited for a connection.
    if (this.#isOver) controller.abort(new Error('given up'));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#retryAfter = headers['retry-after'];
    this.#contentType = headers['content-type'];
    const announced = Number(headers['content-length'] ?? 0);
    if (this.#options.maxResponseBytes === 0) this.#resolve();
    if (this.#isDone && announced > discardBytes) controller.abort(new Error('too long'));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { maxResponseBytes } = this.#options;
    const wanted = maxResponseBytes - this.#received;
    this.#received += chunk.length;
    // A copy: a kept slice would hold the whole buffer of the socket.
    if (wanted > 0) this.#chunks.push(Buffer.from(chunk.subarray(0, wanted)));
    if (this.#received >= maxResponseBytes) this.#resolve();
    if (this.#received > maxResponseBytes + discardBytes) controller.abort(new Error('too long'));
  }

  onResponseEnd(): void {
    this.#resolve();
    this.#end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(outboundErrorOf(error));
    this.#end();
  }

  #resolve(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#options.resolve({
      status: this.#status,
      retryAfter: this.#retryAfter,
      contentType: this.#contentType,
      body: Buffer.concat(this.#chunks),
    });
  }

  /** The timer runs on after the answer is returned: a body that drips forever must not hold its connection. */
  #fail(error: unknown): void {
    const isFirst = !this.#isDone;
    this.#isDone = true;
    this.#end();
    this.#controller?.abort(new Error('given up'));
    if (isFirst) this.#options.fail(error);
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
  }
}
