import { readdirSync, readFileSync } from 'node:fs';
import { Child } from './children.ts';
import type { LoadOrder } from './loader.ts';
import type { Sample, Target } from './row.ts';

/** The processes that make the load, one for each use, kept for the whole row so that their code stays warm. */
export class Loaders {
  readonly #children = new Map<string, Child>();

  /** One round of one target. */
  async play(target: Target, seconds: number): Promise<Sample> {
    const { round, beside } = target;
    const before = cpuSeconds(target.pid);
    if (typeof round === 'function') return withCpu(await round(), before, cpuSeconds(target.pid));
    const measured = this.#ask(round.kind, { load: round, seconds });
    if (!beside) return withCpu(await measured, before, cpuSeconds(target.pid));
    const [sample, other] = await Promise.all([
      measured,
      this.#ask('beside', { load: beside.load, seconds }),
    ]);
    return { ...sample, extra: { [beside.name]: other.perSecond } };
  }

  async end(): Promise<void> {
    for (const child of this.#children.values()) await child.end();
    this.#children.clear();
  }

  async #ask(use: string, order: LoadOrder): Promise<Sample> {
    let child = this.#children.get(use);
    if (!child) {
      child = new Child('loader.ts');
      this.#children.set(use, child);
    }
    return (await child.ask<{ sample: Sample }>(order)).sample;
  }
}

function withCpu(sample: Sample, before: number | undefined, after: number | undefined): Sample {
  if (before === undefined || after === undefined) return sample;
  return { ...sample, cpuUs: ((after - before) * 1e6) / sample.count };
}

/** What a process has used of the CPU so far, where the system tells (Linux does). */
function cpuSeconds(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined;
  try {
    let nanoseconds = 0;
    for (const thread of readdirSync(`/proc/${pid}/task`))
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
    return nanoseconds / 1e9;
  } catch {
    return undefined;
  }
}
