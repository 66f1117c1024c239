import type { FastifyInstance } from 'fastify';
import type { Actor } from '#kernel/actor.ts';
import { refuseField } from '#kernel/refusal.ts';
import { type Listener, openLiveFeed, streamHints } from '#platform/live/index.ts';
import type { Platform } from '#platform/slice.ts';
import { listRoles, type Role, roleMay } from '#slices/organizations/index.ts';

/** `GET /api/v1/live`: tells screens that something changed, so that they look again. */
export function registerLive(app: FastifyInstance, platform: Platform): void {
  const feed = openLiveFeed(platform.database.url);
  const open = new Set<{ end(): void }>();
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end();
    await feed.stop();
  });
  app.get<{ Querystring: { organization_id?: string } }>(
    '/api/v1/live',
    { config: { access: 'anyone' } },
    async (request, reply) => {
      const organizationId = organizationOf(request.query.organization_id);
      const listener = { ...(await standingOf(platform, request.actor)), organizationId };
      streamHints(feed, listener, reply);
      open.add(reply.raw);
      reply.raw.once('close', () => open.delete(reply.raw));
      return reply;
    },
  );
}

function organizationOf(given: string | undefined): number | null {
  if (given === undefined) return null;
  const id = /^[1-9]\d{0,15}$/.test(given) ? Number(given) : Number.NaN;
  if (!Number.isSafeInteger(id))
    throw refuseField('organization_id', 'type', 'must be the id of an organization');
  return id;
}

async function standingOf(
  { database }: Platform,
  actor: Actor,
): Promise<Pick<Listener, 'userId' | 'staffOf'>> {
  if (actor.kind === 'api_key') {
    const isStaff = actor.scopes.includes('attendance') || actor.scopes.includes('shifts');
    return { userId: null, staffOf: new Set(isStaff ? [actor.organizationId] : []) };
  }
  if (actor.kind !== 'person') return { userId: null, staffOf: new Set() };
  const memberships = await listRoles(database.db, actor.userId);
  const staffOf = memberships.filter(({ role }) => roleMay(role as Role, 'attendance.read'));
  return {
    userId: actor.userId,
    staffOf: new Set(staffOf.map(({ organization_id }) => organization_id)),
  };
}
