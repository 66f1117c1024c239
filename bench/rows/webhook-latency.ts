import type { Row } from '../row.ts';
import { atPace } from '../webhooks/pace.ts';
import { WebhookWorld } from '../webhooks/world.ts';

const perSecond = 200;
const seconds = 3;

export const row: Row = {
  name: 'webhook-latency',
  measures: `from a durable commit to the receipt of its event by a worker in another process, at ${perSecond} events a second (p50: aim 10 ms)`,
  figure: 'p99Ms',
  aim: { atMost: 50 },
  limitedBy: 'two commits and two hand-overs, one after the other',
  rounds: 3,
  async setup(stage) {
    const world = await WebhookWorld.of(stage);
    const organizationId = await world.organization(['/latency']);
    const round = () => atPace(world, organizationId, { perSecond, seconds, endpoints: 1 });
    // Compiles the code.
    await round();
    return [{ name: 'muster', pid: world.worker?.pid, round }];
  },
};
