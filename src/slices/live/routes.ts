import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { type Actor, actorName } from '#kernel/actor.ts';
import { addressKey } from '#platform/http/rate-limit.ts';
import { type Route, routesFor } from '#platform/http/route.ts';
import { Id } from '#platform/http/schema.ts';
import { type AccessChange, LiveStream, openLiveFeed, StreamCaps } from '#platform/live/index.ts';
import type { Platform, Serving } from '#platform/slice.ts';
import { isAbout, listenerOf, stillThere } from './gate.ts';

const anyone = routesFor({ tag: 'Live', access: 'anyone' });

/** `GET /api/v1/live`: notifies screens that something changed, so that they load it again. */
export function serveLive(platform: Platform, authenticate: (header: string) => Promise<Actor>): Serving {
  const { livePerCaller, livePerAddress } = platform.config;
  const feed = openLiveFeed(platform.database.url);
  const caps = new StreamCaps({ perCaller: livePerCaller, perAddress: livePerAddress, perProcess: 5_000 });
  const open = new Set<LiveStream>();

  const listen = async (actor: Actor, organizationId: number | null, reply: FastifyReply): Promise<void> => {
    if (reply.request.method === 'HEAD') return void beginStream(reply).end();
    const { authorization, 'last-event-id': since } = reply.request.headers;
    const address = addressKey(reply.request.ip);
    const leave = caps.enter(actor.kind === 'anonymous' ? address : actorName(actor), address);
    reply.raw.once('close', leave);
    const listener = await listenerOf(platform, actor, organizationId).catch((error: unknown) => {
      leave();
      throw error;
    });
    const caller = {
      isConcerned: (change: AccessChange) => isAbout(change, actor),
      listener: async () => {
        const still = authorization === undefined ? actor : await stillThere(authenticate(authorization));
        return still && (await listenerOf(platform, still, organizationId));
      },
    };
    if (reply.raw.destroyed) return;
    const stream = new LiveStream(feed, beginStream(reply), listener, caller, since?.toString());
    open.add(stream);
    reply.raw.once('close', () => open.delete(stream));
  };

  return {
    routes: [liveRoute(listen)],
    async stop() {
      for (const stream of open) stream.end();
      await feed.stop();
    },
  };
}

function liveRoute(
  listen: (actor: Actor, organizationId: number | null, reply: FastifyReply) => Promise<void>,
): Route {
  return anyone.get('/live', 'listenLive', 'Stream changes', {
    description:
      'Server-sent events. A `change` says what kind of thing changed and where: load it again to see it. A `resync` says that you may have missed some. Messages have an id: send the last one as `Last-Event-ID` when you reconnect to get only what you missed. A comment is sent at least every five seconds; if nothing arrives for longer, reconnect. The stream ends after ten minutes at most, and within a second when the session ends or your access changes (after an `access` event).',
    query: Type.Object({ organization_id: Type.Optional(Id) }),
    responseType: 'text/event-stream',
    streams: true,
    refuses: ['overloaded'],
    handle: (call, { query }, reply) => listen(call.actor, query.organization_id ?? null, reply),
  });
}

/** From here on the connection belongs to the stream. */
function beginStream(reply: FastifyReply) {
  const headers = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  reply.hijack();
  return reply.raw.writeHead(200, {
    ...(Object.fromEntries(headers) as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}
