import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { queryOnce } from '#test/database.ts';
import { until } from '#test/until.ts';

/** The answer to one attempt to create a shift. */
interface Attempt {
  readonly atMs: number;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly id: number | undefined;
}

/** Clients that create shifts of the demo, one after the other, until stopped. */
export class Load {
  readonly attempts: Attempt[] = [];
  readonly #url: string;
  readonly #token: string;
  #isRunning = true;
  #clients: Promise<void>[] = [];

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async start(url: string, clients: number): Promise<Load> {
    const load = new Load(url, await logIn(url, 'coordinator'));
    load.#clients = Array.from({ length: clients }, () => load.#repeat());
    return load;
  }

  /** How many shifts were created since this moment. */
  createdSince(momentMs: number): number {
    return this.attempts.filter(({ atMs, id }) => id !== undefined && atMs > momentMs).length;
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#clients);
  }

  async #repeat(): Promise<void> {
    while (this.#isRunning) {
      const attempt = await this.#createShift();
      this.attempts.push(attempt);
      if (attempt.id === undefined) await pause(50);
    }
  }

  async #createShift(): Promise<Attempt> {
    const answer = await postShift(this.#url, this.#token);
    const body = (await answer.json()) as { id?: number };
    return {
      atMs: performance.now(),
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      id: answer.status === 200 ? body.id : undefined,
    };
  }
}

/** The access token of a person of the demo. */
export async function logIn(url: string, name: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@demo.muster`, password: 'demo-password' }),
  });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

function postShift(url: string, token: string): Promise<Response> {
  return fetch(`${url}/api/v1/shifts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      program_id: 1,
      title: 'Load',
      start_time: '2031-03-08T09:00:00Z',
      end_time: '2031-03-08T12:00:00Z',
    }),
  });
}

export async function createShift(url: string, token: string): Promise<{ id: number; writtenAt: string }> {
  const answer = await postShift(url, token);
  assert.equal(answer.status, 200);
  const { id } = (await answer.json()) as { id: number };
  return { id, writtenAt: answer.headers.get('muster-written-at') ?? '' };
}

export async function statusOfShift(
  url: string,
  id: number,
  token: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const request = { headers: { authorization: `Bearer ${token}`, ...headers } };
  return (await fetch(`${url}/api/v1/shifts/${id}`, request)).status;
}

/** Until it is resumed, this standby has no later changes. */
export async function pauseReplay(url: string): Promise<void> {
  await queryOnce(url, 'select pg_wal_replay_pause()');
  const readState = 'select pg_get_wal_replay_pause_state() as state';
  await until(async () => (await queryOnce(url, readState))[0]?.['state'] === 'paused');
}
