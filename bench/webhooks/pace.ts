import { setTimeout as sleep } from 'node:timers/promises';
import { Latencies } from '../loader/latencies.ts';
import type { Sample } from '../row.ts';
import { type WebhookWorld, wallMs } from './world.ts';

/**
 * Events at a steady pace, each in its own transaction; from the moment in which its commit is known to be durable
 * until it is received, by each of so many endpoints that answer.
 */
export async function atPace(
  world: WebhookWorld,
  organizationId: number,
  { perSecond, seconds, endpoints }: { perSecond: number; seconds: number; endpoints: number },
): Promise<Sample> {
  await world.begin();
  const total = Math.round(perSecond * seconds);
  const committedMs = new Map<string, number>();
  const beganMs = performance.now();
  const commits: Promise<void>[] = [];
  for (let sent = 0; sent < total; sent += 1) {
    await sleep(Math.max(0, beganMs + (sent * 1_000) / perSecond - performance.now()));
    commits.push(
      world.happen([organizationId]).then(([id = '']) => {
        committedMs.set(id, wallMs());
      }),
    );
  }
  await Promise.all(commits);
  const { ids, atMs } = await world.received(total * endpoints);
  const latencies = new Latencies();
  for (const [index, id] of ids.entries()) {
    const committed = committedMs.get(id);
    if (committed !== undefined) latencies.add(Math.max(0, (atMs[index] ?? 0) - committed));
  }
  return latencies.toSample(performance.now() - beganMs);
}
