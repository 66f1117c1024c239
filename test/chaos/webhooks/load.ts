import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '#platform/db/index.ts';
import { record } from '#platform/outbox/index.ts';
import { shiftCreated } from '#slices/shifts/events.ts';
import type { World } from './world.ts';

/** The responses to callers, to compare with what the receiver got. */
export interface Journal {
  /** Titles of shifts whose creation was answered with success, and of those that were refused. */
  readonly createdTitles: string[];
  readonly refusedTitles: string[];
  /** Registrations that were answered with success. */
  readonly registrationIds: number[];
  refusals: number;
  rollbacks: number;
  /** Calls that no one answered, because the process had died: they may have happened or not. */
  unanswered: number;
}

export const emptyJournal = (): Journal => ({
  createdTitles: [],
  refusedTitles: [],
  registrationIds: [],
  refusals: 0,
  rollbacks: 0,
  unanswered: 0,
});

const pauseMs = 15;
const inTwoDays = Temporal.Now.instant().add({ hours: 48 });
let number = 0;

/** A different time for each shift, so that anyone who is still registered elsewhere after a crash can sign up here. */
function timesOf(turn: number): { start_time: string; end_time: string } {
  const start = inTwoDays.add({ minutes: (turn % 20_000) * 20 });
  return { start_time: start.toString(), end_time: start.add({ minutes: 15 }).toString() };
}

interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** People at work, against whichever process serves at the moment. */
export class Load {
  readonly #world: World;
  readonly #url: () => string | undefined;
  readonly #journal: Journal;
  readonly #workers: Promise<void>[] = [];
  #isOver = false;
  #openShiftId: number | undefined;

  constructor(world: World, url: () => string | undefined, journal: Journal) {
    this.#world = world;
    this.#url = url;
    this.#journal = journal;
  }

  start([owner = '', ...people]: readonly string[]): void {
    this.#workers.push(this.#repeat(() => this.#plan(owner)));
    this.#workers.push(this.#repeat(() => this.#rollBack()));
    for (const person of people) this.#workers.push(this.#repeat(() => this.#comeAndGo(person)));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#workers);
  }

  async #repeat(step: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await step();
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }

  /** Plans shifts, every fourth of which ends before it begins. */
  async #plan(token: string): Promise<void> {
    number += 1;
    const title = `drill ${number}`;
    const times = timesOf(number);
    const end = number % 4 === 0 ? { end_time: times.start_time } : {};
    const body = { program_id: this.#world.programId, title, ...times, ...end };
    const answer = await this.#call('POST', '/shifts', token, body);
    if (answer?.status === 200) {
      this.#journal.createdTitles.push(title);
      this.#openShiftId = Number(answer.body['id']);
    } else if (answer && answer.status < 500) {
      this.#journal.refusedTitles.push(title);
      this.#journal.refusals += 1;
    }
  }

  /** Signs up, tries the same again and is refused, and leaves. */
  async #comeAndGo(token: string): Promise<void> {
    const shiftId = this.#openShiftId;
    if (shiftId === undefined) return;
    const path = `/shifts/${shiftId}/signups`;
    const first = await this.#call('POST', path, token, {});
    if (first?.status === 200) this.#journal.registrationIds.push(registrationIdOf(first));
    const second = await this.#call('POST', path, token, {});
    if (second?.status === 200) this.#journal.registrationIds.push(registrationIdOf(second));
    else if (second && second.status < 500) this.#journal.refusals += 1;
    await this.#call('DELETE', path, token);
  }

  /** A change that fails after its event was written. */
  async #rollBack(): Promise<void> {
    const { database, platform, organizationId } = this.#world;
    const shift = { ...shiftCreated.example.shift, title: 'rolled back' };
    await inTransaction(database, {}, async (tx) => {
      await record(tx, platform.clock(), shiftCreated(organizationId, { shift }));
      throw new Error('rolled back');
    }).catch(() => {});
    this.#journal.rollbacks += 1;
    await sleep(10 * pauseMs);
  }

  async #call(method: string, path: string, token: string, body?: object): Promise<Answered | undefined> {
    const url = this.#url();
    if (url === undefined) return undefined;
    try {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(10_000),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    } catch {
      this.#journal.unanswered += 1;
      return undefined;
    }
  }
}

function registrationIdOf({ body }: Answered): number {
  return (body['registration'] as { id: number }).id;
}
