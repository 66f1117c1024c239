import { sql } from 'kysely';
import { checkedIn } from '#slices/attendance/events.ts';
import { watchMemory } from '../memory.ts';
import type { Row, Sample } from '../row.ts';
import { WebhookWorld, wallMs } from '../webhooks/world.ts';

const queued = 100_000;
/** So many are waited for; the rest is thrown away. */
const watched = 20_000;

export const row: Row = {
  name: 'webhook-backlog',
  measures: `the first ${watched.toLocaleString('en')} of ${queued.toLocaleString('en')} events that wait already, and the memory of the worker meanwhile`,
  figure: 'perSecond',
  rounds: 1,
  async setup(stage) {
    const world = await WebhookWorld.of(stage);
    const organizationId = await world.organization(['/backlog/1', '/backlog/2']);
    return [{ name: 'muster', pid: world.worker?.pid, round: () => workOff(world, organizationId) }];
  },
};

async function workOff(world: WebhookWorld, organizationId: number): Promise<Sample> {
  await world.begin();
  const { result, memory } = await watchMemory(world.worker?.pid, async () => {
    const beganMs = wallMs();
    // As though they had piled up while no worker ran: half as many events, each for two endpoints.
    await sql`
      insert into events (id, organization_id, type, data, created_at)
      select 'evt_backlog' || n, ${organizationId}, ${checkedIn.type}, ${JSON.stringify(checkedIn.example)}::jsonb, now()
      from generate_series(1, ${queued / 2}::int) as n
    `.execute(world.database.db);
    const { atMs } = await world.received(watched);
    return (atMs.at(-1) ?? 0) - beganMs;
  });
  await sql`truncate webhook_queue, events`.execute(world.database.db);
  const eachMs = result / watched;
  return { count: watched, perSecond: 1_000 / eachMs, p50Ms: eachMs, p99Ms: eachMs, extra: memory };
}
