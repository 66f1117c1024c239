import type { FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyReply {
    /** It has been sent, as far as its sender knows, and leaves at the end of this turn. */
    isBeingSent: boolean;
  }
}

interface ReadyResponse {
  readonly reply: FastifyReply;
  readonly send: () => void;
}

/**
 * Responses that are ready in the same turn of the event loop leave one after the other at its end. The first one wakes
 * the reader, and the others find it awake. When each left at once, a reader that is quick to ask again fell asleep in
 * between, and waking it took longer than answering. In a virtual machine with 16 connections, `GET /healthz` is answered
 * 1.3 to 1.9 times as often, the first page of shifts 1.1 times; with one connection, 0.97 times.
 */
export class ResponseBatches {
  #ready: ReadyResponse[] = [];

  /** A second response to the same request, for example one that was overtaken by the time limit, does not leave. */
  add(response: ReadyResponse): void {
    const { reply } = response;
    if (reply.isBeingSent) return;
    reply.isBeingSent = true;
    if (this.#ready.push(response) === 1) setImmediate(() => this.#sendAll());
  }

  #sendAll(): void {
    const ready = this.#ready;
    this.#ready = [];
    for (const { reply, send } of ready) {
      try {
        send();
      } catch (error) {
        // A header that cannot be sent. The others are not kept from leaving.
        reply.log.error({ err: error }, 'a response could not be sent');
        reply.raw.destroy();
      }
    }
  }
}
