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
export function answerBeforeBody(app: FastifyInstance, limits = usualLimits): void {
  const waitingForGo = new WeakSet<IncomingMessage>();
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waitingForGo.add(request);
    app.server.emit('request', request, response);
  });
  // A client that asks first (Expect: 100-continue) may send only if the body will be read.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const fits = !(Number(request.headers['content-length']) > request.routeOptions.bodyLimit);
    if (fits && waitingForGo.delete(request.raw)) reply.raw.writeContinue();
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.raw.complete !== false) {
      // The framework closes after every body that it could not use. This one is out of the way.
      reply.removeHeader('connection');
      return done(null, payload);
    }
    if (!hasBody(request.raw) || request.method === 'HEAD' || isStream(payload)) return done(null, payload);
    const body = Buffer.from((payload as string | Buffer | null | undefined) ?? '');
    const canGoOn =
      !waitingForGo.has(request.raw) && Number(request.headers['content-length']) <= limits.bytes;
    void reply.header('content-length', body.length);
    if (canGoOn) reply.removeHeader('connection');
    else void reply.header('connection', 'close');
    done(null, answerAndDiscard(body, request, reply, limits));
  });
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
