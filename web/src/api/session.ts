import type { Schemas } from '@muster/client';
import { readStored, writeStored } from '../browser/storage.ts';
import { exclusively } from './locks.ts';
import { ApiProblem, problemOf, Unreachable } from './problem.ts';
import { post, send, startMs } from './send.ts';

/**
 * Who is logged in on this page. The access token lives in this module and nowhere else; the refresh token is in a
 * cookie that script cannot read and that all tabs share. `expired` means: was logged in, and the server has ended it.
 * A page serves one person: when the cookie has become another one's, it is `leaving` and loads again as theirs.
 */
export type SessionState = 'starting' | 'visitor' | 'person' | 'expired' | 'leaving';

interface Token {
  readonly text: string;
  readonly userId: number;
  readonly usableUntilMs: number;
}

type Answer = Schemas['BrowserSession'];
/** `next` is who has logged in. */
type Forget = (next?: number) => unknown;
type TabMessage = { readonly kind: 'begun'; readonly userId: number } | { readonly kind: 'ended' };

/** Whose session this browser had last. It is not secret and grants no access. */
const hintKey = 'muster.session';
/** A logout that the service doesn't know of yet: until it does, no one uses the session in the cookie. */
const logoutKey = 'muster.logging-out';
const leewayMs = 30_000;
const logoutRetryMs = 10_000;

let state: SessionState = 'starting';
let token: Token | undefined;
/** Who this page is about, also after they have logged out. */
let owner: number | undefined;
let renewal: Promise<void> | undefined;
let comeback: PromiseWithResolvers<boolean> | undefined;
let isLogoutOpen = false;
let isLogoutNoted = true;
let visits = 0;
const watchers = new Set<() => void>();
const receivers = new Set<(answer: Answer) => void>();
const recallers = new Set<(userId: number) => void>();
const forgetters = new Set<Forget>();
const tabs = new BroadcastChannel('muster.session');

export const session = {
  state: (): SessionState => state,
  /** The id of who is logged in, also while they have to log in again. */
  person: (): number | undefined => (state === 'person' || state === 'expired' ? owner : undefined),
  /** Whether a request goes out at once, without asking for a token first. */
  isReady: (): boolean => state === 'person' && token !== undefined && token.usableUntilMs > Date.now(),
  /** Counts logout: nothing on the screen outlives one. */
  visit: (): number => visits,
  /** Logged out here, and the service doesn't know yet. */
  isLoggingOut: (): boolean => isLogoutOpen && state === 'visitor',
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

/** What a person leaves on this device goes when they log out, and before anyone else sees a page. */
export function onForget(forget: Forget): void {
  forgetters.add(forget);
}

/** For what the service sends along with each access token. */
export function onToken(use: (answer: Answer) => void): void {
  receivers.add(use);
}

/** For what is known of a person when the service can't be asked who is logged in. */
export function onUnconfirmedStart(recall: (userId: number) => void): void {
  recallers.add(recall);
}

/** Picks up the session of an earlier visit, if there is one. Called once, before the first screen. */
export async function startSession(): Promise<void> {
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data);
  window.addEventListener('online', () => void finishLogout());
  // Someone may have logged in in another tab while this one slept.
  window.addEventListener('focus', () => {
    if (state === 'expired') void renew().catch(() => {});
  });
  const hint = readStored(hintKey);
  isLogoutOpen = readStored(logoutKey) !== null;
  if (isLogoutOpen) void finishLogout();
  if (hint === null || isLogoutOpen) return become('visitor');
  owner = Number(hint) || undefined;
  try {
    await renew();
    if (state === 'starting') become('visitor');
  } catch {
    // Offline: show what can be shown; the next request asks again.
    if (owner !== undefined) for (const recall of recallers) recall(owner);
    become('person');
  }
}

function receive(message: TabMessage): void {
  if (message.kind === 'ended') {
    if (state === 'person' || state === 'expired') end();
    return;
  }
  isLogoutOpen = false;
  if (state === 'person' && message.userId === owner) return;
  token = undefined;
  if (state !== 'starting' && state !== 'leaving') void renew().catch(() => {});
}

export async function logIn(email: string, password: string): Promise<void> {
  isLogoutOpen ||= readStored(logoutKey) !== null;
  if (isLogoutOpen && !(await finishLogout())) throw new Unreachable();
  await exclusively('muster.refresh', async () => {
    const response = await post('/login', { email, password });
    if (!response.ok) throw await problemOf(response);
    const answer = await response.json();
    keep(answer);
    say({ kind: 'begun', userId: answer.user_id });
  });
}

/** Logs out here at once. Returns false if the service can't be reached now; it is notified as soon as possible. */
export async function logOut(): Promise<boolean> {
  isLogoutOpen = true;
  isLogoutNoted = writeStored(logoutKey, 'yes');
  leave();
  return await finishLogout();
}

async function finishLogout(): Promise<boolean> {
  try {
    await exclusively('muster.refresh', async () => {
      // Another tab may have done it, or someone has logged in since.
      if (isLogoutNoted && readStored(logoutKey) === null) isLogoutOpen = false;
      if (!isLogoutOpen) return;
      const response = await post('/logout', {});
      if (response.status === 429 || response.status >= 500) throw await problemOf(response);
      isLogoutOpen = false;
      writeStored(logoutKey, null);
    });
  } catch {
    setTimeout(() => void finishLogout(), logoutRetryMs);
  }
  notifyWatchers();
  return !isLogoutOpen;
}

/** The person does not want to log in again: what waited for that fails. */
export function leave(): void {
  writeStored(hintKey, null);
  say({ kind: 'ended' });
  end();
}

function end(): void {
  token = undefined;
  visits += 1;
  void forget();
  become('visitor');
}

/**
 * `fetch` with the session: fresh token before, one renewal after a 401, and when the session is over, waiting until
 * the person has logged in again, so that nothing which was typed is lost. A request is only ever sent, and its answer
 * only ever used, for the person who made it.
 */
export async function sessionFetch(request: Request): Promise<Response> {
  const again = request.clone();
  const used = await currentToken();
  const response = await send(request, used?.text);
  if (used === undefined) return response;
  if (response.status !== 401) return sameOwner(used, response);
  if (token === used) token = undefined;
  const renewed = await currentToken();
  if (renewed?.userId !== used.userId) throw ended();
  return sameOwner(renewed, await send(again, renewed.text));
}

function sameOwner(used: Token, response: Response): Response {
  if (session.person() !== used.userId) throw ended();
  return response;
}

const ended = () => new ApiProblem(401, { code: 'unauthenticated' });

async function currentToken(): Promise<Token | undefined> {
  if (state === 'starting') await started();
  while (state !== 'visitor') {
    if (state === 'leaving') throw ended();
    // As a visitor it would be answered, and the answer kept as the member's.
    if (state === 'expired') {
      if (!(await loggedInAgain())) throw ended();
    } else if (session.isReady()) return token;
    else await renew();
  }
  return undefined;
}

function started(): Promise<void> {
  return new Promise((resolve) => {
    const forgetThis = session.subscribe(() => {
      if (state === 'starting') return;
      forgetThis();
      resolve();
    });
  });
}

/** One at a time in all tabs: a refresh token works once. */
function renew(): Promise<void> {
  renewal ??= exclusively('muster.refresh', async () => {
    const response = await post('/refresh', {}, state === 'starting' ? startMs : undefined);
    if (response.status === 401) {
      token = undefined;
      if (state === 'person') become('expired');
      else if (state !== 'expired') writeStored(hintKey, null);
    } else if (!response.ok) throw await problemOf(response);
    else keep(await response.json());
  }).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

function loggedInAgain(): Promise<boolean> {
  comeback ??= Promise.withResolvers<boolean>();
  return comeback.promise;
}

function keep(answer: Answer): void {
  const { user_id: userId } = answer;
  const isKnown = Number(readStored(hintKey)) === userId;
  writeStored(hintKey, String(userId));
  if (owner !== undefined && owner !== userId) {
    startOver(userId);
    return;
  }
  if (!isKnown) void forget(userId);
  owner = userId;
  token = {
    text: answer.access_token,
    userId,
    usableUntilMs: Date.now() + answer.expires_in * 1_000 - leewayMs,
  };
  become('person');
  for (const use of receivers) use(answer);
}

/** Loading the page again is the one way to be sure that nothing of the person before is left in it. */
function startOver(next: number): void {
  token = undefined;
  become('leaving');
  // Not in the middle of what the login page does next.
  void forget(next).then(() => setTimeout(() => location.reload()));
}

async function forget(next?: number): Promise<void> {
  const all = Promise.allSettled([...forgetters].map((one) => one(next)));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 1_000))]);
}

function become(next: SessionState): void {
  state = next;
  if (next !== 'expired') {
    comeback?.resolve(next === 'person');
    comeback = undefined;
  }
  notifyWatchers();
}

function notifyWatchers(): void {
  for (const watcher of watchers) watcher();
}

function say(message: TabMessage): void {
  tabs.postMessage(message);
}

export function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'invalid_credentials';
}
