import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { OutboundError, outboundErrorOf } from './error.ts';

export interface ExchangeAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Buffer;
  readonly durationMs: number;
}

interface ExchangeOptions {
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly signal?: AbortSignal | undefined;
}

interface Receiver {
  resolve(answer: ExchangeAnswer): void;
  fail(error: unknown): void;
  /** The connection is free or closed. Always comes, after the answer. */
  end(): void;
}

/** So much of an answer is read only to keep its connection; of a longer one the connection is closed. */
const discardBytes = 64 * 1024;
const nothing = Buffer.alloc(0);

/** One request and the beginning of its answer. It has exactly one outcome. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly signal: AbortSignal | undefined;
  readonly #maxResponseBytes: number;
  readonly #startedMs = performance.now();
  readonly #deadlineMs: number;
  readonly #receiver: Receiver;
  #chunks: Buffer[] | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #retryAfter: string | undefined;
  #contentType: string | undefined;
  #received = 0;
  #isDone = false;
  #isOver = false;

  constructor({ timeoutMs, maxResponseBytes, signal }: ExchangeOptions, receiver: Receiver) {
    this.signal = signal;
    this.#maxResponseBytes = maxResponseBytes;
    this.#deadlineMs = this.#startedMs + timeoutMs;
    this.#receiver = receiver;
  }

  abort(reason: unknown): void {
    this.#fail(reason);
  }

  /** Also after the answer is returned: a body that drips forever must not hold its connection. */
  endIfLate(nowMs: number): void {
    if (nowMs >= this.#deadlineMs) this.#fail(new OutboundError('timeout'));
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
    if (this.#maxResponseBytes === 0) this.#resolve();
    if (this.#isDone && announced > discardBytes) controller.abort(new Error('too long'));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const wanted = this.#maxResponseBytes - this.#received;
    this.#received += chunk.length;
    // A copy: a kept slice would hold the whole buffer of the socket.
    if (wanted > 0) {
      this.#chunks ??= [];
      this.#chunks.push(Buffer.from(chunk.subarray(0, wanted)));
    }
    if (this.#received >= this.#maxResponseBytes) this.#resolve();
    if (this.#received > this.#maxResponseBytes + discardBytes) controller.abort(new Error('too long'));
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
    this.#receiver.resolve({
      status: this.#status,
      retryAfter: this.#retryAfter,
      contentType: this.#contentType,
      body: this.#chunks ? Buffer.concat(this.#chunks) : nothing,
      durationMs: Math.round(performance.now() - this.#startedMs),
    });
  }

  #fail(error: unknown): void {
    const isFirst = !this.#isDone;
    this.#isDone = true;
    this.#end();
    this.#controller?.abort(new Error('given up'));
    if (isFirst) this.#receiver.fail(error);
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#receiver.end();
  }
}
