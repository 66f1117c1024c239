import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '#platform/outbox/index.ts';
import { emptyJournal, type Journal, Load } from './load.ts';
import { type Fate, Service } from './service.ts';
import { judge, untilQuiet, type Verdict } from './verdict.ts';
import { endpoints, World } from './world.ts';

/** After a crash its deliveries come back when its lease ends; those that were refused come again sooner. */
const quietMs = 30_000;
/** When all run and no one dies for so long, someone is killed: not every named point is reached. */
const longestLifeMs = 1_000;
const pointsOf: Record<'serve' | 'worker', readonly CrashPoint[]> = {
  serve: ['before-commit', 'after-commit'],
  worker: ['relay-before-commit', 'relay-after-commit', 'after-send'],
};

/** What the way of events says when something is wrong with itself; of a PostgreSQL that is away it says nothing. */
const ownErrors = /^\{"level":50.*"msg":"(relay failed|deliver|a deliver|a result|results of).*$/gm;

type Place = 'api' | 'first worker' | 'second worker';

export interface DrillReport extends Verdict {
  readonly rounds: number;
  readonly crashes: Readonly<Record<string, number>>;
  readonly journal: Journal;
  /** The longest time from the last crash to the last delivery. */
  readonly quietAfterMs: number;
}

/** Processes that die and are replaced, under load; a round is one death. */
export class Drill {
  readonly #world: World;
  readonly #random: () => number;
  readonly #running = new Map<Place, Service>();
  readonly #crashes: Record<string, number> = {};
  readonly #journal = emptyJournal();
  #quietAfterMs = 0;
  #rounds = 0;

  private constructor(world: World, seed: number) {
    this.#world = world;
    this.#random = randomFrom(seed);
  }

  static async open(seed: number): Promise<Drill> {
    const drill = new Drill(await World.open(), seed);
    try {
      await drill.#makeEndpoints();
      return drill;
    } catch (error) {
      await drill.close();
      throw error;
    }
  }

  /** So many deaths, and then quiet, in which everything must turn out to be right. */
  async run(rounds: number): Promise<DrillReport> {
    const load = new Load(this.#world, () => this.#running.get('api')?.url, this.#journal);
    load.start(await this.#world.logIn());
    try {
      for (const place of ['api', 'first worker', 'second worker'] as const)
        this.#start(place, this.#fate(place));
      // On a busy machine, processes can die before one of them has created anything.
      const hasWork = () => this.#journal.createdTitles.length > 0;
      for (let round = 1; round <= rounds || (!hasWork() && round <= 10 * rounds); round += 1)
        await this.#round();
    } finally {
      await load.stop();
    }
    await this.#killAll();
    const heir = this.#start('first worker', { kind: 'none' });
    await heir.ready();
    this.#quietAfterMs = Math.max(this.#quietAfterMs, await untilQuiet(this.#world, quietMs));
    const verdict = await judge(this.#world, this.#journal);
    await this.#killAll();
    return {
      ...verdict,
      rounds: this.#rounds,
      crashes: this.#crashes,
      journal: this.#journal,
      quietAfterMs: this.#quietAfterMs,
    };
  }

  async close(): Promise<void> {
    await this.#killAll();
    await this.#world.close();
  }

  async #round(): Promise<void> {
    this.#rounds += 1;
    if (this.#rounds % 6 === 0) {
      await this.#world.crashPostgres();
      this.#count('PostgreSQL');
    }
    const deaths = Array.from(this.#running, ([place, service]) => service.ended.then(() => place));
    const ready = Promise.all(Array.from(this.#running.values(), (service) => service.ready()));
    const overdue = ready.then(() => sleep(longestLifeMs)).then(() => this.#anybody());
    const place = await Promise.race([...deaths, overdue]);
    const victim = this.#running.get(place);
    if (victim) await this.#noteEnd(place, victim);
    this.#start(place, this.#fate(place));
  }

  #start(place: Place, fate: Fate): Service {
    const service = new Service(place === 'api' ? 'serve' : 'worker', this.#world.postgres.url, fate);
    this.#running.set(place, service);
    return service;
  }

  /** Half of them die at a named point, the others at any moment. */
  #fate(place: Place): Fate {
    const points = pointsOf[place === 'api' ? 'serve' : 'worker'];
    const point = points[Math.floor(this.#random() * points.length)];
    const times = 1 + Math.floor(this.#random() ** 2 * 150);
    if (this.#random() < 0.6) return { kind: 'point', crashAt: `${point}:${times}` };
    return { kind: 'moment', afterMs: 50 + Math.floor(this.#random() * 1_500) };
  }

  #anybody(): Place {
    const places = [...this.#running.keys()];
    return places[Math.floor(this.#random() * places.length)] ?? 'api';
  }

  async #noteEnd(place: Place, victim: Service): Promise<void> {
    const metItsFate = !victim.isAlive;
    await victim.kill();
    assert.deepEqual(victim.said.match(ownErrors) ?? [], [], `the ${place} has logged errors`);
    const [point = ''] = victim.fate.kind === 'point' && metItsFate ? victim.fate.crashAt.split(':') : [];
    if (!victim.wasKilled) this.#count('could not start');
    else this.#count(point || `${place} at any moment`);
  }

  #count(crash: string): void {
    this.#crashes[crash] = (this.#crashes[crash] ?? 0) + 1;
  }

  async #killAll(): Promise<void> {
    await Promise.all(Array.from(this.#running.values(), (service) => service.kill()));
    this.#running.clear();
  }

  async #makeEndpoints(): Promise<void> {
    const api = this.#start('api', { kind: 'none' });
    await api.ready();
    const [owner] = await this.#world.logIn();
    for (const [path, events] of Object.entries(endpoints)) {
      const answer = await fetch(`${api.url}/api/v1/webhooks/endpoints`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: path, url: this.#world.receiverUrl + path, events }),
      });
      const { secret } = (await answer.json()) as { secret: string };
      assert.equal(answer.status, 200, api.said);
      this.#world.receiver.send({ path, secret });
    }
    await this.#killAll();
  }
}

/** Mulberry32: which fates a drill deals out follows from its seed; when exactly they strike does not. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function printable(report: DrillReport): string {
  const { journal } = report;
  const crashes = Object.entries(report.crashes).map(([name, count]) => `${count} ${name}`);
  return [
    `${report.rounds} rounds: ${report.events} events, ${report.deliveries} deliveries, none lost`,
    `${report.repeats} requests more than deliveries`,
    `quiet ${Math.round(report.quietAfterMs)} ms after the last crash`,
    `${journal.refusals} refusals, ${journal.rollbacks} rollbacks, ${journal.unanswered} calls unanswered`,
    `crashes: ${crashes.join(', ')}`,
  ].join('; ');
}
