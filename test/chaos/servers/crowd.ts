import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '#platform/db/index.ts';
import { platformOn } from '#test/model/world.ts';
import { openSession } from '#test/people.ts';

const organizationCount = 3;
const personCount = 60;
const slotCount = 7;
/** All shifts of a time together have spots for some of the people only. */
const capacity = 12;
/** Close enough for checking in, which is possible half an hour before a shift starts. */
const firstStartMinutes = 12;
const slotMinutes = 2;
/** Spots of the shifts with a waitlist, which half of those who come are on. */
const fewSpots = 5;

interface Person {
  readonly id: number;
  readonly token: string;
  isBusy: boolean;
  /** Registrations for shifts with a waitlist, by shift. */
  readonly queued: Map<number, number>;
}

export interface Shift {
  readonly id: number;
  readonly organizationId: number;
  readonly slot: number;
  /** Nothing else is at the same time, so that people move up in the order in which they signed up. */
  readonly hasWaitlist: boolean;
}

/** The answer to a request that could change something. */
interface Attempt {
  readonly atMs: number;
  readonly what: 'sign up' | 'cancel' | 'check in';
  readonly status: number;
  readonly retryAfter: string | null;
  readonly code: unknown;
}

/** Responses that promised something, to compare with the database. */
export interface Acknowledged {
  /** Registrations, and whether someone has tried to cancel them since: then they may be gone or not. */
  readonly registrations: Map<number, { cancel?: 'tried' | 'done'; mayWait?: boolean }>;
  readonly checkIns: Set<number>;
}

/**
 * People who sign up for shifts of two organizations at the same time, of which they can get one at most, cancel again or
 * check in, and who come and go on waitlists, until stopped.
 */
export class Crowd {
  readonly attempts: Attempt[] = [];
  readonly acknowledged: Acknowledged = { registrations: new Map(), checkIns: new Set() };
  readonly shifts: Shift[] = [];
  readonly #people: Person[] = [];
  readonly #owner: Person;
  readonly #urls: () => readonly string[];
  #isRunning = true;
  #clients: Promise<void>[] = [];

  private constructor(owner: Person, urls: () => readonly string[]) {
    this.#owner = owner;
    this.#urls = urls;
  }

  static async gather(database: Database, urls: () => readonly string[]): Promise<Crowd> {
    const ids = await idsOf(
      database.pool,
      `insert into users (email, name) select 'crowd-' || n || '@example.org', 'Person ' || n
      from generate_series(0, $1::int) as n returning id`,
      [personCount],
    );
    const platform = platformOn(database);
    const people: Person[] = [];
    for (const id of ids) {
      const { token } = await openSession(platform, id);
      people.push({ id, token, isBusy: false, queued: new Map() });
    }
    const [owner, ...others] = people as [Person, ...Person[]];
    const crowd = new Crowd(owner, urls);
    crowd.#people.push(...others);
    return crowd;
  }

  /** Organizations with their shifts and one endpoint each; answers the secrets by path. */
  async plan({ pool }: Database, receiverUrl: string): Promise<Map<string, string>> {
    const secrets = new Map<string, string>();
    const first = Temporal.Now.instant().add({ minutes: firstStartMinutes });
    for (let number = 1; number <= organizationCount; number += 1) {
      const [organizationId] = await idsOf(
        pool,
        'insert into organizations (name) values ($1) returning id',
        [`Organization ${number}`],
      );
      const members = [this.#owner, ...this.#people].map(({ id }) => id);
      await pool.query(
        `insert into memberships (organization_id, user_id, role, joined_at)
        select $1::bigint, id, case when id = $2::bigint then 'owner' else 'volunteer' end, now()
        from unnest($3::bigint[]) as id`,
        [organizationId, this.#owner.id, members],
      );
      const program = { organization_id: organizationId, name: 'Program' };
      const { id: programId } = await this.#asOwner('/programs', program);
      for (const slot of [...Array(slotCount).keys(), slotCount + number]) {
        const hasWaitlist = slot > slotCount;
        const start = first.add({ minutes: slot * slotMinutes });
        const { id } = await this.#asOwner('/shifts', {
          program_id: programId,
          title: `Slot ${slot}`,
          start_time: start.toString(),
          end_time: start.add({ minutes: slotMinutes }).toString(),
          capacity: hasWaitlist ? fewSpots : capacity,
          waitlist_capacity: hasWaitlist ? null : 0,
        });
        this.shifts.push({ id: Number(id), organizationId: Number(organizationId), slot, hasWaitlist });
      }
      const path = `/organization-${number}`;
      const { secret } = await this.#asOwner('/webhooks/endpoints', {
        organization_id: organizationId,
        name: path,
        url: receiverUrl + path,
        events: ['shift.signup', 'shift.signup_cancelled', 'shift.checkin'],
      });
      secrets.set(path, String(secret));
    }
    return secrets;
  }

  start(clients: number): void {
    this.#clients = Array.from({ length: clients }, () => this.#repeat());
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#clients);
  }

  /** How many changes were acknowledged since this moment. */
  doneSince(momentMs: number): number {
    return this.attempts.filter(({ atMs, status }) => atMs > momentMs && status < 300).length;
  }

  async #repeat(): Promise<void> {
    while (this.#isRunning) {
      const person = pick(this.#people.filter(({ isBusy }) => !isBusy));
      if (person === undefined) continue;
      person.isBusy = true;
      const act = Math.random() < 0.3 ? this.#comeOrGo(person) : this.#takePart(person);
      await act.finally(() => {
        person.isBusy = false;
      });
      await pause(5);
    }
  }

  async #takePart(person: Person): Promise<void> {
    const slot = Math.floor(Math.random() * slotCount);
    const [one, other] = this.shifts.filter((shift) => shift.slot === slot).sort(() => Math.random() - 0.5);
    const registered = await Promise.all(
      [one, other].map(async (shift) => {
        if (!shift) return undefined;
        const body = await this.#attempt('sign up', 'POST', `/shifts/${shift.id}/signups`, person, {});
        const id = (body?.['registration'] as { id: number } | undefined)?.id;
        if (id !== undefined) this.acknowledged.registrations.set(id, {});
        return id === undefined ? undefined : { id, shift };
      }),
    );
    const mine = registered.find((one) => one !== undefined);
    if (!mine) return;
    const choice = Math.random();
    if (choice < 0.1) {
      const checkIn = { user_id: person.id };
      const path = `/shifts/${mine.shift.id}/checkin`;
      if (await this.#attempt('check in', 'POST', path, this.#owner, checkIn))
        this.acknowledged.checkIns.add(mine.id);
    } else if (choice < 0.95) {
      this.acknowledged.registrations.set(mine.id, { cancel: 'tried' });
      const path = `/shifts/${mine.shift.id}/signups`;
      if (await this.#attempt('cancel', 'DELETE', path, person))
        this.acknowledged.registrations.set(mine.id, { cancel: 'done' });
    }
  }

  async #comeOrGo(person: Person): Promise<void> {
    const [queuedFor] = person.queued.keys();
    const shift = pick(
      this.shifts.filter(({ id, hasWaitlist }) => (queuedFor === undefined ? hasWaitlist : id === queuedFor)),
    );
    if (!shift) return;
    const path = `/shifts/${shift.id}/signups`;
    const known = person.queued.get(shift.id);
    if (known === undefined) {
      const body = await this.#attempt('sign up', 'POST', path, person, {});
      const id = (body?.['registration'] as { id: number } | undefined)?.id;
      if (id === undefined) return;
      person.queued.set(shift.id, id);
      this.acknowledged.registrations.set(id, { mayWait: true });
    } else {
      person.queued.delete(shift.id);
      this.acknowledged.registrations.set(known, { cancel: 'tried' });
      if (await this.#attempt('cancel', 'DELETE', path, person))
        this.acknowledged.registrations.set(known, { cancel: 'done' });
    }
  }

  async #attempt(
    what: Attempt['what'],
    method: string,
    path: string,
    { token }: Person,
    body?: object,
  ): Promise<Record<string, unknown> | undefined> {
    const url = pick(this.#urls()) ?? '';
    const answer = await send(`${url}/api/v1${path}`, method, token, body);
    const { status, retryAfter } = answer;
    this.attempts.push({ atMs: performance.now(), what, status, retryAfter, code: answer.body['code'] });
    return status < 300 ? answer.body : undefined;
  }

  async #asOwner(path: string, body: object): Promise<Record<string, unknown>> {
    const url = pick(this.#urls()) ?? '';
    const answer = await send(`${url}/api/v1${path}`, 'POST', this.#owner.token, body);
    if (answer.status !== 200)
      throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

async function send(url: string, method: string, token: string, body?: object) {
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      // A connection that the server closes while it is unused would fail the next request.
      connection: 'close',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}

async function idsOf(pool: pg.Pool, text: string, values: unknown[]): Promise<number[]> {
  const { rows } = await pool.query<{ id: string }>(text, values);
  return rows.map(({ id }) => Number(id)).sort((one, other) => one - other);
}

function pick<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}
