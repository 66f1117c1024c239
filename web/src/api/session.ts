import { ApiProblem, problemOf, Unreachable } from './problem.ts';

/**
 * Who is logged in on this page. The access token lives in this module and nowhere else; the refresh token is in a
 * cookie that script cannot read. `expired` means: was logged in, and the server has ended it.
 */
export type SessionState = 'starting' | 'visitor' | 'person' | 'expired';

interface Token {
  readonly text: string;
  readonly usableUntilMs: number;
}

const routes = '/api/v1/auth/browser';
/** Only tells whether asking for a session is worth a request. It is no secret and opens nothing. */
const hintKey = 'muster.session';
const leewayMs = 30_000;

let state: SessionState = 'starting';
let token: Token | undefined;
let renewal: Promise<Token | undefined> | undefined;
let comeback: PromiseWithResolvers<boolean> | undefined;
const watchers = new Set<() => void>();
const tabs = new BroadcastChannel('muster.session');

export const session = {
  state: (): SessionState => state,
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

/** Picks up the session of an earlier visit, if there is one. Called once, before the first screen. */
export async function startSession(): Promise<void> {
  tabs.onmessage = ({ data }) => {
    if (data === 'ended' && state === 'person') become('visitor');
    if (data === 'begun' && (state === 'visitor' || state === 'expired')) void renew().catch(() => {});
  };
  if (readHint() === null) return become('visitor');
  try {
    if ((await renew()) === undefined) become('visitor');
  } catch {
    // Offline: show what can be shown; the next request asks again.
    become('person');
  }
}

export async function logIn(email: string, password: string): Promise<void> {
  const response = await post('/login', { email, password });
  if (!response.ok) throw await problemOf(response);
  keep(await response.json());
  tabs.postMessage('begun');
}

export async function logOut(): Promise<void> {
  const response = await post('/logout', {});
  if (!response.ok) throw await problemOf(response);
  leave();
}

/** The person does not want to log in again: what waited for that fails. */
export function leave(): void {
  token = undefined;
  writeHint(null);
  tabs.postMessage('ended');
  become('visitor');
}

/**
 * `fetch` with the session: fresh token before, one renewal after a 401, and when the session is over, waiting until
 * the person has logged in again, so that nothing which was typed is lost.
 */
export async function sessionFetch(request: Request): Promise<Response> {
  const again = request.clone();
  const used = await currentToken();
  const response = await send(request, used);
  if (response.status !== 401 || state === 'visitor') return response;
  if (token === undefined || token === used) token = undefined;
  const renewed = (await currentToken()) ?? ((await loggedInAgain()) ? token : undefined);
  return renewed === undefined ? response : await send(again, renewed);
}

/** For what is no request of the client, such as the live stream. */
export async function authorization(): Promise<Record<string, string>> {
  const current = await currentToken();
  return current === undefined ? {} : { authorization: `Bearer ${current.text}` };
}

async function currentToken(): Promise<Token | undefined> {
  if (state === 'starting') await new Promise<void>((resolve) => void onceStarted(resolve));
  if (state === 'visitor' || state === 'expired') return undefined;
  if (token !== undefined && token.usableUntilMs > Date.now()) return token;
  return await renew();
}

function onceStarted(resolve: () => void): void {
  const forget = session.subscribe(() => {
    if (state === 'starting') return;
    forget();
    resolve();
  });
}

/** One at a time in all tabs: a refresh token works once. Answers undefined when the session has ended. */
function renew(): Promise<Token | undefined> {
  renewal ??= navigator.locks
    .request('muster.refresh', async () => {
      const response = await post('/refresh', {});
      if (response.status === 401) {
        const wasLoggedIn = state === 'person';
        token = undefined;
        if (wasLoggedIn) become('expired');
        else writeHint(null);
        return undefined;
      }
      if (!response.ok) throw await problemOf(response);
      return keep(await response.json());
    })
    .finally(() => {
      renewal = undefined;
    });
  return renewal;
}

function loggedInAgain(): Promise<boolean> {
  if (state === 'person') return Promise.resolve(token !== undefined);
  if (state !== 'expired') return Promise.resolve(false);
  comeback ??= Promise.withResolvers<boolean>();
  return comeback.promise;
}

function keep(answer: { access_token: string; expires_in: number }): Token {
  token = { text: answer.access_token, usableUntilMs: Date.now() + answer.expires_in * 1_000 - leewayMs };
  writeHint('yes');
  become('person');
  return token;
}

function become(next: SessionState): void {
  state = next;
  if (next === 'person' || next === 'visitor') {
    comeback?.resolve(next === 'person');
    comeback = undefined;
  }
  for (const watcher of watchers) watcher();
}

async function send(request: Request, used: Token | undefined): Promise<Response> {
  if (used !== undefined) request.headers.set('authorization', `Bearer ${used.text}`);
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new Unreachable();
  }
}

async function post(path: string, body: object): Promise<Response> {
  try {
    return await fetch(routes + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Unreachable();
  }
}

function readHint(): string | null {
  try {
    return localStorage.getItem(hintKey);
  } catch {
    return null;
  }
}

function writeHint(value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(hintKey);
    else localStorage.setItem(hintKey, value);
  } catch {
    // Without storage the session lasts until the page is closed.
  }
}

export function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'invalid_credentials';
}
