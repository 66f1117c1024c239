import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mostPieces } from './read-body.ts';

export interface DiscardLimits {
  readonly bytes: number;
  readonly ms: number;
}

const usualLimits: DiscardLimits = { bytes: 32 * 1_048_576, ms: 10_000 };

/**
 * Many answers are known before the body has arrived: 401, 413, 415, 429, 503. A server that answers and closes while
 * the client is still sending resets the connection, and the client never sees the answer. So the answer goes out at
 * once, and what still arrives is read and thrown away, up to a limit of bytes and time.
 */
export class UnreadBodies {
  readonly #limits: DiscardLimits;
  /** Clients that ask first (Expect: 100-continue). */
  readonly #waiting = new WeakMap<IncomingMessage, ServerResponse>();

  constructor(app: FastifyInstance, limits = usualLimits) {
    this.#limits = limits;
    app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      this.#waiting.set(request, response);
      app.server.emit('request', request, response);
    });
    // Other expectations can be ignored (RFC 9110, 10.1.1). Node would answer 417 without a body.
    app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      app.server.emit('request', request, response);
    });
  }

  /** To be called before a body is read: a client that asks first may send only then. */
  letSend(request: IncomingMessage, mostBytes: number): void {
    if (Number(request.headers['content-length']) > mostBytes) return;
    this.#waiting.get(request)?.writeContinue();
    this.#waiting.delete(request);
  }

  /** The payload to send: the same one, or one that ends when the rest of the request has been read. */
  answerBefore(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    if (request.raw.complete !== false) {
      // The framework closes after every body that it could not use. This one is out of the way.
      if (reply.hasHeader('connection')) reply.removeHeader('connection');
      return payload;
    }
    if (!hasBody(request.raw) || request.method === 'HEAD' || isStream(payload)) return payload;
    const body = Buffer.from((payload as string | Buffer | null | undefined) ?? '');
    const canGoOn =
      !this.#waiting.has(request.raw) && Number(request.headers['content-length']) <= this.#limits.bytes;
    void reply.header('content-length', body.length);
    if (canGoOn) reply.removeHeader('connection');
    else void reply.header('connection', 'close');
    return answerAndDiscard(body, request, reply, this.#limits);
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

function isStream(payload: unknown): boolean {
  return typeof (payload as { pipe?: unknown } | null | undefined)?.pipe === 'function';
}

/** Sends the whole answer at once, but ends it only when the rest of the request is out of the way. */
function answerAndDiscard(
  body: Buffer,
  request: FastifyRequest,
  reply: FastifyReply,
  limits: DiscardLimits,
): Readable {
  const { raw } = request;
  const answer = new Readable({ read: () => {} });
  if (body.length > 0) answer.push(body);
  let bytes = 0;
  let pieces = 0;
  const finish = () => {
    clearTimeout(timer);
    raw.off('data', discard).off('close', finish).off('end', finish);
    if (!raw.complete) reply.raw.once('finish', () => raw.socket.destroySoon());
    if (!answer.readableEnded) answer.push(null);
  };
  const discard = (piece: Buffer) => {
    bytes += piece.length;
    pieces += 1;
    if (bytes > limits.bytes || pieces > mostPieces + bytes / 256) finish();
  };
  const timer = setTimeout(finish, limits.ms);
  raw.on('data', discard).once('end', finish).once('close', finish);
  raw.resume();
  return answer;
}
