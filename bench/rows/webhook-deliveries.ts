import type { Row, Sample } from '../row.ts';
import { WebhookWorld, wallMs } from '../webhooks/world.ts';

const count = 5_000;
const organizations = 4;
/** While being committed: so many events in a transaction, from so many connections. */
const perTransaction = 10;
const committers = 4;

export const row: Row = {
  name: 'webhook-deliveries',
  measures: `${count.toLocaleString('en')} events of one durable commit until each is signed, sent and received, against an undici loop that posts the same bytes to the same receiver`,
  figure: 'perSecond',
  aim: { against: 'undici', atLeast: 0.5 },
  limitedBy:
    'CPU: a delivery takes 114 µs in the worker and 58 in undici, and PostgreSQL three quarters of the worker’s again',
  rounds: 3,
  async setup(stage) {
    const world = await WebhookWorld.of(stage);
    const ids: number[] = [];
    for (let made = 0; made < organizations; made += 1) ids.push(await world.organization([`/${made}`]));
    const events = Array.from({ length: count }, (_, index) => ids[index % organizations] ?? 0);
    // Compiles the code.
    await deliver(world, events);
    await world.bareMs(count);
    return [
      {
        name: 'muster',
        pid: world.worker?.pid,
        round: () => deliver(world, events),
      },
      {
        name: 'while writing',
        pid: world.worker?.pid,
        round: () => deliverWhileWriting(world, events),
      },
      { name: 'undici', pid: world.senderPid, round: async () => sampleOf(await world.bareMs(count)) },
    ];
  },
};

async function deliver(world: WebhookWorld, events: readonly number[]): Promise<Sample> {
  await world.begin();
  await world.happen(events);
  const committedMs = wallMs();
  const { atMs } = await world.received(count);
  return sampleOf((atMs.at(-1) ?? 0) - committedMs);
}

async function deliverWhileWriting(world: WebhookWorld, events: readonly number[]): Promise<Sample> {
  await world.begin();
  const beganMs = wallMs();
  let next = 0;
  const commit = async () => {
    while (next < count) {
      const from = next;
      next += perTransaction;
      await world.happen(events.slice(from, next));
    }
  };
  await Promise.all(Array.from({ length: committers }, commit));
  const { atMs } = await world.received(count);
  return sampleOf((atMs.at(-1) ?? 0) - beganMs);
}

function sampleOf(tookMs: number): Sample {
  const eachMs = tookMs / count;
  return { count, perSecond: 1_000 / eachMs, p50Ms: eachMs, p99Ms: eachMs };
}
