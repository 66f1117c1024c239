import { sql } from 'kysely';
import { checkedIn } from '#slices/attendance/events.ts';
import { watchMemory } from '../memory.ts';
import type { Row, Sample } from '../row.ts';
import { WebhookWorld, wallMs } from '../webhooks/world.ts';

const queued = 100_000;
/** So many are waited for. */
const watched = 20_000;

export const row: Row = {
  name: 'webhook-backlog',
  measures: `the first ${watched.toLocaleString('en')} of ${queued.toLocaleString('en')} deliveries of events that wait already, and the memory of the worker meanwhile`,
  figure: 'perSecond',
  rounds: 1,
  async setup(stage) {
    const world = await WebhookWorld.of(stage);
    return [{ name: 'muster', pid: world.worker?.pid, round: () => workOff(world) }];
  },
};

async function workOff(world: WebhookWorld): Promise<Sample> {
  await world.begin();
  const organizationId = await world.organization(['/backlog/1', '/backlog/2']);
  const { result, memory } = await watchMemory(world.worker?.pid, async () => {
    const beganMs = wallMs();
    // As though they had piled up while no worker ran: half as many events, each for two endpoints.
    await sql`
      with written as (
        insert into events (id, organization_id, type, data, created_at)
        select 'evt_' || ${organizationId}::text || '_' || n, ${organizationId}, ${checkedIn.type}, ${JSON.stringify(checkedIn.example)}::jsonb, now()
        from generate_series(1, ${queued / 2}::int) as n
        returning position, organization_id, id, created_at
      )
      insert into outbox (position, organization_id, event_id, event_at)
      select position, organization_id, id, created_at from written
    `.execute(world.database.db);
    const { atMs } = await world.received(watched);
    return (atMs.at(-1) ?? 0) - beganMs;
  });
  // The rest is not sent, so it doesn't affect other rows.
  await sql`
    update webhook_endpoints set status = 'inactive' where organization_id = ${organizationId}
  `.execute(world.database.db);
  const eachMs = result / watched;
  return { count: watched, perSecond: 1_000 / eachMs, p50Ms: eachMs, p99Ms: eachMs, extra: memory };
}
