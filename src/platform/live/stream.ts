import type { FastifyReply } from 'fastify';
import { Refusal } from '#kernel/refusal.ts';
import type { LiveFeed } from './channel.ts';
import { type Hint, type Listener, mayHear } from './hint.ts';

/** A rush of sign-ups becomes one message for each shift and kind in this time, not one for each person. */
const gatherMs = 200;
const heartbeatMs = 20_000;
/** Rights are looked at when a stream opens, so none stays open for long; the client comes back by itself. */
const longestMs = 10 * 60_000;
const mostListeners = 5_000;
/** A client that does not read is let go before it fills our memory. */
const mostUnreadBytes = 64 * 1_024;

/** Sends hints as server-sent events until the client leaves, the time is up or the process stops. */
export function streamHints(feed: LiveFeed, listener: Listener, reply: FastifyReply): void {
  if (feed.size >= mostListeners) throw new Refusal('overloaded', { retryAfterSeconds: 30 });
  const headers = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(Object.fromEntries(headers) as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  raw.write('retry: 3000\n\nevent: hello\ndata: {}\n\n');

  const waiting = new Map<string, string>();
  let gathering: NodeJS.Timeout | undefined;
  const flush = () => {
    gathering = undefined;
    if (raw.writableLength > mostUnreadBytes) raw.destroy();
    else raw.write([...waiting.values()].join(''));
    waiting.clear();
  };
  const add = (text: string) => {
    waiting.set(text, text);
    gathering ??= setTimeout(flush, gatherMs);
  };
  const forget = feed.subscribe((hints) => {
    if (!hints) return add('event: resync\ndata: {}\n\n');
    for (const hint of hints) if (mayHear(listener, hint)) add(messageOf(hint, listener));
  });
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs);
  const end = setTimeout(() => raw.end(), longestMs);
  raw.once('close', () => {
    forget();
    clearInterval(heartbeat);
    clearTimeout(gathering);
    clearTimeout(end);
  });
}

function messageOf(hint: Hint, listener: Listener): string {
  const data = {
    type: hint.type,
    organization_id: hint.organizationId,
    shift_id: hint.shiftId,
    mine: hint.userId !== null && hint.userId === listener.userId,
  };
  return `event: change\ndata: ${JSON.stringify(data)}\n\n`;
}
