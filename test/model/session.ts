import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isLockTimeout } from '#platform/db/index.ts';
import type { Platform } from '#platform/slice.ts';
import { skipWithoutCitus } from '../database.ts';
import { brokenInvariants } from './invariants.ts';
import { type Operation, operation } from './operations.ts';
import { Plan } from './plan.ts';
import { Service } from './service.ts';
import { createWorld } from './world.ts';

export interface Session {
  readonly seed: number;
  readonly operations: number;
  /** How many operations one world sees. */
  readonly perWorld?: number;
  /** Ends it. A test that went on after its time is over would change what the next one finds in the database. */
  readonly signal?: AbortSignal | undefined;
}

/** One at a time: after each operation the service must have answered and be in the same state as the model. */
export async function runOneByOne(platform: Platform, session: Session): Promise<number> {
  const { perWorld = 150, seed, operations } = session;
  let done = 0;
  const isTrue = fc.asyncProperty(history(1, perWorld), async (some) => {
    done += await compare(platform, some, session.signal);
  });
  for (let round = 0; done < operations; round += 1) {
    // Shrinking replays a history that failed in new worlds until it is short enough to read.
    await fc.assert(isTrue, { seed: seed + round, numRuns: 10, includeErrorInReport: true });
  }
  assert.deepEqual(await brokenInvariants(platform.database), [], `seed ${seed}`);
  return done;
}

function history(minLength: number, maxLength: number): fc.Arbitrary<Operation[]> {
  return fc.array(operation, { minLength, maxLength, size: 'max' });
}

async function compare(
  platform: Platform,
  operations: readonly Operation[],
  signal: AbortSignal | undefined,
): Promise<number> {
  // Not only below: fast-check tries shorter histories of one that failed.
  signal?.throwIfAborted();
  const world = await createWorld(platform);
  const service = new Service(world);
  const plan = new Plan(world.planned);
  for (const [index, next] of operations.entries()) {
    signal?.throwIfAborted();
    const expected = plan.apply(next);
    const what = `operation ${index + 1}: ${JSON.stringify(next)}`;
    assert.equal(await service.apply(next), expected, what);
    assert.deepEqual(await service.state(), { entries: plan.entries, shifts: plan.shifts }, what);
  }
  return operations.length;
}

/** Many at once: no one can say what each one gets, but at the end everything must hold that always holds. */
export async function runAtOnce(
  platforms: readonly Platform[],
  session: Session & { readonly clients: number },
): Promise<number> {
  const { perWorld = 1_500, seed, clients, signal } = session;
  let done = 0;
  for (let round = 0; done < session.operations; round += 1) {
    const length = Math.min(perWorld, Math.ceil((session.operations - done) / worldsAtOnce));
    const worlds = Array.from({ length: worldsAtOnce }, (_, index) => seed + round * worldsAtOnce + index);
    await Promise.all(
      worlds.map((own) =>
        crowd(platforms, { seed: own, operations: length, signal }, clients / worldsAtOnce),
      ),
    );
    const [first] = platforms;
    if (first) assert.deepEqual(await brokenInvariants(first.database), [], `seed ${seed}, round ${round}`);
    done += length * worldsAtOnce;
  }
  return done;
}

const worldsAtOnce = 2;

/** One world and its clients, who come over all platforms in turn, as if each were a process. */
async function crowd(
  platforms: readonly Platform[],
  { seed, operations: length, signal }: Session,
  clients: number,
): Promise<void> {
  const [first] = platforms;
  if (!first) throw new Error('there is no platform');
  const [operations = []] = fc.sample(history(length, length), { seed, numRuns: 1 });
  const world = await createWorld(first);
  const services = platforms.map((platform) => new Service({ ...world, platform }));
  const waiting = operations.entries();
  const work = async (client: number) => {
    const service = services[client % services.length];
    for (const [index, next] of waiting) {
      signal?.throwIfAborted();
      // A world would soon have nothing left to do if its shifts were cancelled early.
      if (next.kind !== 'cancel_shift' || index > length * 0.9)
        await retryingLockTimeouts(() => service?.apply(next));
    }
  };
  await Promise.all(Array.from({ length: Math.ceil(clients) }, (_, client) => work(client)));
}

/**
 * The nodes of a cluster share the cores of this machine, so there a client may wait for a lock longer than the database
 * allows. It tries again, as the API would tell it to.
 */
async function retryingLockTimeouts(work: () => Promise<unknown> | undefined): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (skipWithoutCitus || attempt === 5 || !isLockTimeout(error)) throw error;
    }
  }
}
