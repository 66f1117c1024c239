import type { Schemas } from './contract.ts';
import { problemOf } from './problem.ts';
import { type Fetch, sendWithRetries } from './send.ts';

export type Tokens = Schemas['JwtLoginResponse'];

interface SessionOptions {
  /** Gets each new pair of tokens, to store it. */
  readonly onTokens?: (tokens: Tokens) => unknown;
  readonly fetch?: Fetch;
}

/**
 * A person's session, which renews its access token when the API refuses it. A refresh token works once, so a program
 * keeps one `Session` per person.
 */
export class Session {
  readonly #baseUrl: string;
  readonly #options: SessionOptions;
  #tokens: Tokens;
  #renewal: Promise<void> | undefined;

  constructor(baseUrl: string, tokens: Tokens, options: SessionOptions = {}) {
    this.#baseUrl = baseUrl;
    this.#tokens = tokens;
    this.#options = options;
  }

  /** The access token; after `refused`, a newer one. */
  async accessToken(refused?: string): Promise<string> {
    if (this.#tokens.access_token === refused) {
      this.#renewal ??= this.#renew().finally(() => {
        this.#renewal = undefined;
      });
      await this.#renewal;
    }
    return this.#tokens.access_token;
  }

  async #renew(): Promise<void> {
    const request = new Request(`${this.#baseUrl}/api/v1/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: this.#tokens.refresh_token }),
    });
    const response = await sendWithRetries(request, this.#options.fetch ?? fetch);
    if (!response.ok) throw await problemOf(response);
    this.#tokens = (await response.json()) as Tokens;
    await this.#options.onTokens?.(this.#tokens);
  }
}
