import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

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
    const answer = await fetch(`${this.#url}/api/v1/shifts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      body: JSON.stringify({
        program_id: 1,
        title: 'Load',
        start_time: '2031-03-08T09:00:00Z',
        end_time: '2031-03-08T12:00:00Z',
      }),
    });
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
