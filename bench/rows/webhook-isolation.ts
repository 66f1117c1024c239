import type { Row } from '../row.ts';
import { atPace } from '../webhooks/pace.ts';
import { WebhookWorld } from '../webhooks/world.ts';

const healthy = 8;
const blackHoles = 2;
const perSecond = 25;
const seconds = 4;

export const row: Row = {
  name: 'webhook-isolation',
  measures: `from commit to receipt at ${healthy} healthy endpoints beside ${blackHoles} that take every request and never answer, ${perSecond * (healthy + blackHoles)} deliveries a second, against the same with ${blackHoles} more healthy ones`,
  figure: 'p99Ms',
  aim: { against: 'all healthy', atMost: 1.2 },
  limitedBy: 'nothing of the endpoints that never answer: each has its own place in the queue',
  rounds: 3,
  async setup(stage) {
    const world = await WebhookWorld.of(stage);
    const paths = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${prefix}/${index}`);
    const mixed = await world.organization([...paths('/hang', blackHoles), ...paths('/well', healthy)]);
    const well = await world.organization(paths('/well', healthy + blackHoles));
    const round = (organizationId: number, endpoints: number) => () =>
      atPace(world, organizationId, { perSecond, seconds, endpoints });
    await round(well, healthy + blackHoles)();
    return [
      { name: 'black holes', pid: world.worker?.pid, round: round(mixed, healthy) },
      { name: 'all healthy', pid: world.worker?.pid, round: round(well, healthy + blackHoles) },
    ];
  },
};
